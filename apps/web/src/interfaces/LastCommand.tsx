import type { Interface } from '@steading/contract/interfaces'
import { useNow } from '../platform/clock.ts'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { CommandState } from '../ui/marks/CommandState.tsx'
import { isQuiet, lifeOf, lifeWords } from '../widgets/index.ts'

/** What became of the last command, in a few words. */
export function LastCommand({ of }: { of: Interface }) {
  const t = useText()
  const zone = useZone()
  const now = useNow()
  const life = lifeOf(of, now)
  const words = lifeWords(of, life, now, zone, t)
  if (isQuiet(life.state)) return <span className="cmd">{words}</span>
  return <CommandState tone={life.state}>{words}</CommandState>
}
