import type { InterfaceDetails } from '@steading/contract/devices/interfaces'
import { number } from '@steading/locales/format'
import type { TextKey } from '@steading/locales/text'
import { useText } from '../platform/texts.tsx'
import { StatusPill, type StatusTone } from '../ui/marks/StatusPill.tsx'
import './interfaces.css'

type Counts = Pick<InterfaceDetails, 'activeRules' | 'errorRules' | 'undeployedRules' | 'pendingRules'>

const states = [
  { key: 'activeRules', tone: 'ok', word: 'deploy.status.deployed' },
  { key: 'errorRules', tone: 'error', word: 'deploy.status.error' },
  { key: 'pendingRules', tone: 'pending', word: 'deploy.status.pending' },
  { key: 'undeployedRules', tone: 'idle', word: 'deploy.status.undeployed' },
] as const satisfies readonly { key: keyof Counts; tone: StatusTone; word: TextKey }[]

/** Number of rules that use an interface, by deployment status; `short` leaves the words to screen readers. */
export function RuleMarks({ interface: counts, short = false }: { interface: Counts; short?: boolean }) {
  const t = useText()
  return (
    <span className="rule-marks">
      {states.map(
        ({ key, tone, word }) =>
          counts[key] > 0 && (
            <StatusPill key={key} tone={tone}>
              <span className="num">{number(counts[key], t)}</span> <span className={short ? 'vh' : undefined}>{t(word)}</span>
            </StatusPill>
          ),
      )}
    </span>
  )
}
