import type { Interface } from '@steading/contract/devices/interfaces'
import type { RuleDetails } from '@steading/contract/rules/rules'
import { since } from '@steading/locales/format'
import { IconHandStop } from '@tabler/icons-react'
import { holdUntil, valueWords } from '../../interfaces/index.ts'
import { useLiveInterfaces } from '../../live/index.ts'
import { useNow } from '../../platform/page/clock.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { Note } from '../../ui/page/Note.tsx'

/** Manual overrides: devices of a rule that a person controls at the moment, and until when. */
export function ManualOverrides({ rule, interfaces }: { rule: RuleDetails; interfaces: readonly Interface[] }) {
  const t = useText()
  const zone = useZone()
  const now = useNow(15)
  const live = useLiveInterfaces(interfaces)
  const outputs = new Set(rule.interfaces.filter(iface => iface.role === 'OUT').map(iface => iface.id))
  return live.map(iface => {
    const until = outputs.has(iface.id) ? holdUntil(iface.lastCommand, now) : undefined
    if (!iface.lastCommand || until === undefined) return null
    const { value, by } = iface.lastCommand
    const words = {
      name: iface.displayName,
      value: valueWords(iface, value, t),
      person: by ?? '–',
      time: since(until, now, zone, t),
    }
    return (
      <Note key={iface.id} icon={<IconHandStop size={16} aria-hidden />}>
        {t('rule.heldByHand', words)}
      </Note>
    )
  })
}
