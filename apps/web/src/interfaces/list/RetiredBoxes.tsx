import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TextKey } from '@steading/locales/text'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { Note } from '../../ui/page/Note.tsx'
import { type RetiredTerminalFilter, retiredTerminalCount } from '../terminal.choices.ts'
import '../interfaces.css'

/** What a list leaves out because smart boxes were retired, and the way to these; nothing where there are none. */
export default function RetiredBoxes({
  words,
  filter,
  show,
}: {
  /** Says how many. */
  words: Extract<TextKey, `${string}.retiredHidden`>
  filter: RetiredTerminalFilter
  show: () => void
}) {
  const t = useText()
  const may = useMay()
  const { data: count = 0 } = useQuery({ ...retiredTerminalCount(filter), enabled: may('terminals.read') })
  if (count === 0) return null
  return (
    <Note>
      <span className="retired-note">
        {t(words, { count })}
        <Button size="compact-sm" variant="default" onClick={show}>
          {t('terminal.showRetired')}
        </Button>
      </span>
    </Note>
  )
}
