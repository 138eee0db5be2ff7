import type { Interface } from '@steading/contract/interfaces'
import type { RuleDetails } from '@steading/contract/rules'
import { since } from '@steading/locales/format'
import { IconHandStop } from '@tabler/icons-react'
import { heldUntil, valueWords } from '../interfaces/index.ts'
import { useLiveInterfaces } from '../platform/live.ts'
import { useNow } from '../platform/clock.ts'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Note } from '../ui/page/Note.tsx'

/** Which of its devices a rule does not switch now, since a person has set them by hand, and until when. */
export function HeldByHand({ rule, interfaces }: { rule: RuleDetails; interfaces: readonly Interface[] }) {
  const t = useText()
  const zone = useZone()
  const now = useNow(15)
  const live = useLiveInterfaces(interfaces)
  const outputs = new Set(rule.interfaces.filter(one => one.role === 'OUT').map(one => one.id))
  return live.map(of => {
    const until = outputs.has(of.id) ? heldUntil(of.lastCommand, now) : undefined
    if (!of.lastCommand || until === undefined) return null
    const { value, by } = of.lastCommand
    const words = { name: of.displayName, value: valueWords(of, value, t), person: by ?? '–', time: since(until, now, zone, t) }
    return (
      <Note key={of.id} icon={<IconHandStop size={16} aria-hidden />}>
        {t('rule.heldByHand', words)}
      </Note>
    )
  })
}
