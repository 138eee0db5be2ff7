import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../platform/texts.tsx'
import { useFormMode } from '../ui/form/Entries.tsx'
import { Note } from '../ui/page/Note.tsx'
import { ageOn } from './batchDay.ts'
import { dateWords } from './dates.ts'
import { useAbout } from './inputs/about.ts'
import './curve.css'

/** Warns where a rule counts the age of the animals from another day than that of the open batch in its house. */
export function BatchNote({ dayOne, use }: { dayOne: string | undefined; use: (date: string) => void }) {
  const t = useText()
  const mode = useFormMode()
  const { batch, today } = useAbout()
  if (!batch || dayOne === undefined || dayOne === batch.dayOne) return null
  const date = dateWords(batch.dayOne, t)
  return (
    <Note icon={<IconAlertTriangle size={16} aria-hidden />}>
      <p>{t('rule.cycle.otherBatch', { batch: batch.code, date, day: ageOn(today, batch.dayOne) })}</p>
      {mode !== 'view' && (
        <Button size="xs" variant="default" className="batch-note-use" onClick={() => use(batch.dayOne)}>
          {t('rule.cycle.useBatch', { date })}
        </Button>
      )}
    </Note>
  )
}
