import { useCallback, useMemo } from 'react'
import { useNow } from '../../platform/page/clock.ts'
import { useText } from '../../platform/texts.tsx'
import { Chart } from '../../ui/chart/draw/Chart.tsx'
import { Legend } from '../../ui/chart/Legend.tsx'
import { timeAxis } from '../../ui/chart/draw/axis.ts'
import { chartOption } from '../../ui/chart/draw/lines.ts'
import { type Curve, type CurveBody, describeCurve } from './curve.ts'
import './curve.css'

const hour = 3600

/** Set points by the age of the animals: what is entered, what is in force today, and the course of it. */
export function CurveView({ body }: { body: CurveBody }) {
  const t = useText()
  const now = useNow(hour)
  const curve = useMemo(() => describeCurve(body, t, now), [body, t, now])
  return (
    <div className="curve">
      <CurveTable curve={curve} />
      <CurveChart curve={curve} />
    </div>
  )
}

function CurveTable({ curve: { heads, rows } }: { curve: Curve }) {
  const t = useText()
  return (
    // It scrolls sideways on a narrow phone.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="curve-table scroll-x" aria-label={t('rule.cycle.table')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('batch.age')}</th>
            <th scope="col">{t('rule.cycle.date')}</th>
            {heads.map((head, at) => (
              // Two of them may have one name; they never move.
              // oxlint-disable-next-line react/no-array-index-key
              <th key={at} scope="col" className="right">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, date, figures, today }) => (
            <tr key={name} aria-current={today ? 'date' : undefined}>
              <th scope="row">{name}</th>
              <td className="num">{date}</td>
              {figures.map((figure, at) => (
                // oxlint-disable-next-line react/no-array-index-key
                <td key={at} className="num right">
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function CurveChart({ curve: { panes, range, now } }: { curve: Curve }) {
  const t = useText()
  const option = useCallback(
    (ink: (token: string) => string) => chartOption(ink, panes, timeAxis('UTC', t('reading.time'), t), t, range),
    [panes, t, range],
  )
  const lines = panes.flatMap(pane => pane.lines.map(line => ({ line, unit: pane.unit })))
  const items = lines.map(({ line: { name, series }, unit }, at) => {
    const value = now[at]
    return { name, series, unit, ...(value !== undefined && { value }) }
  })
  const today = items.map(({ name, value, unit }) => (value === undefined ? name : `${name} ${value} ${unit}`))
  return (
    <figure className="time-chart curve-chart" data-panes={panes.length}>
      <Legend items={items} />
      <Chart option={option} label={`${t('rule.cycle.table')}. ${t('ui.today')}: ${today.join(', ')}`} />
    </figure>
  )
}
