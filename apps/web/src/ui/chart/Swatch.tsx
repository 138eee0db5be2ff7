import { strokeOf } from './draw/stroke.ts'
import './chart.css'

/** A piece of the line of a series. */
export function Swatch({ series, dashed }: { series: number; dashed?: boolean | undefined }) {
  const { colour, dash } = strokeOf({ series, dashed })
  return (
    <svg width="18" height="8" aria-hidden>
      <line x1="0" y1="4" x2="18" y2="4" strokeWidth="2.5" className={`s${colour}`} strokeDasharray={dash?.join(' ')} />
    </svg>
  )
}
