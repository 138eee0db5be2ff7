import type { Interface } from '@steading/contract/devices/interfaces'
import { useNow } from '../../platform/page/clock.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { CommandState } from '../../ui/marks/CommandState.tsx'
import { isQuiet, commandStatus, statusWords } from './commandStatus.ts'

/** What became of the last command, in a few words. */
export function LastCommand({ interface: iface }: { interface: Interface }) {
  const t = useText()
  const zone = useZone()
  const now = useNow()
  const status = commandStatus(iface, now)
  const words = statusWords(iface, status, now, zone, t)
  if (isQuiet(status.state)) return <span className="cmd">{words}</span>
  return <CommandState tone={status.state}>{words}</CommandState>
}
