import type { TextKey } from '@steading/locales/text'
import type { ReactNode } from 'react'
import { useText } from '../../platform/texts.tsx'
import './marks.css'

/** Worst first, as lists of them are shown. */
export const severities = ['CRITICAL', 'MAJOR', 'MODERATE', 'LOW'] as const
export type SeverityLevel = (typeof severities)[number]

export const severityWord = {
  CRITICAL: 'event.severity.critical',
  MAJOR: 'event.severity.major',
  MODERATE: 'event.severity.moderate',
  LOW: 'event.severity.low',
} as const satisfies Record<SeverityLevel, TextKey>

/** Shape carries the rank (ring, diamond, triangle, octagon), ink grows with the danger, colour only repeats it. */
const shapes: Readonly<Record<SeverityLevel, ReactNode>> = {
  LOW: <circle cx="8" cy="8" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.75" />,
  MODERATE: <path d="M8 1.9 14.1 8 8 14.1 1.9 8Z" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinejoin="round" />,
  MAJOR: <path d="M8 2.2 14.6 13.6H1.4Z" fill="currentColor" stroke="currentColor" strokeWidth="1.2" strokeLinejoin="round" />,
  CRITICAL: (
    <>
      <path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1Z" className="sev-fill" />
      <path d="M8 4.2v4.6" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
      <circle cx="8" cy="11.7" r="1.15" fill="#fff" />
    </>
  ),
}

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
        {shapes[level]}
      </svg>
      {word ? <span>{name}</span> : !mute && <span className="vh">{name}</span>}
    </span>
  )
}
