import type { ReactNode } from 'react'
import { fitting } from '../ui/page/figure.ts'
import './body.css'

/** The one figure of a widget, never wider than the widget; `tone` judges it, and `mark` says the judgement without colour. */
export const FigureValue = ({
  text,
  unit,
  tone,
  mark,
}: {
  text: string
  unit?: string | undefined
  tone?: 'good' | 'bad' | undefined
  mark?: ReactNode
}) => (
  <div className={`dv-value num${tone ? ` figure-${tone}` : ''}`} style={fitting(text, unit)}>
    {text}
    {unit && <span className="unit">{unit}</span>}
    {mark}
  </div>
)
