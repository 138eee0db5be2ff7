import type { ReactNode } from 'react'
import './rankBars.css'

export interface RankBar {
  readonly key: string
  readonly name: string
  /** Of the longest bar, 0 to 1. */
  readonly share: number
  /** The value in words. */
  readonly value: string
  /** Beside the value, with less weight. */
  readonly note?: string | undefined
}

/** Bars that lie, each with its name above and its value at its end: the words say everything that the bars draw. */
export const RankBars = ({ label, bars, foot }: { label: string; bars: readonly RankBar[]; foot?: ReactNode }) => (
  <>
    <ul className="rank-bars" aria-label={label}>
      {bars.map(({ key, name, share, value, note }) => (
        <li key={key}>
          <span className="rank-bar-name" title={name}>
            {name}
          </span>
          <span className="rank-bar-value num">
            <b>{value}</b>
            {note && <span className="dim"> {note}</span>}
          </span>
          <svg className="rank-bar-line" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden>
            <rect width="100" height="1" className="rank-bar-track" />
            <rect width={100 * Math.min(1, Math.max(0, share))} height="1" className="rank-bar-fill" />
          </svg>
        </li>
      ))}
    </ul>
    {foot}
  </>
)
