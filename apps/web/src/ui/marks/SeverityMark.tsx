import type { TextKey } from '@steading/locales/text'
import { useText } from '../../platform/texts.tsx'
import { severityShapes, type SeverityLevel } from './severityShapes.ts'
import './marks.css'

export { severities, type SeverityLevel } from './severityShapes.ts'

export const severityWord = {
  CRITICAL: 'event.severity.critical',
  MAJOR: 'event.severity.major',
  MODERATE: 'event.severity.moderate',
  LOW: 'event.severity.low',
} as const satisfies Record<SeverityLevel, TextKey>

/** The mark of a severity. `word` writes it beside the mark; `mute` leaves it out where the text around says it already. */
export function SeverityMark({
  level,
  size = 16,
  word = false,
  mute = false,
}: {
  level: SeverityLevel
  size?: number
  word?: boolean
  mute?: boolean
}) {
  const t = useText()
  const name = t(severityWord[level])
  return (
    <span className={`sev sev-${level.toLowerCase()}`}>
      <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden>
        {severityShapes[level].map(({ path, className }) => (
          <path key={className} d={path} className={className} />
        ))}
      </svg>
      {word ? <span>{name}</span> : !mute && <span className="vh">{name}</span>}
    </span>
  )
}
