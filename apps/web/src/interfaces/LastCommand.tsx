import type { Interface } from '@steading/contract/interfaces'
import { useNow } from '../platform/clock.ts'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { CommandState } from '../ui/marks/CommandState.tsx'
import { lifeOf, lifeWords } from '../widgets/index.ts'

/** What became of the last command, in a few words. */
export function LastCommand({ of }: { of: Interface }) {
  const t = useText()
  const zone = useZone()
  const now = useNow()
  const life = of.terminal.connected ? lifeOf(of.lastCommand) : 'none'
  const words = lifeWords(of, now, zone, t)
  return life === 'none' ? <span className="cmd">{words}</span> : <CommandState tone={life}>{words}</CommandState>
}
