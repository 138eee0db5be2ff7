import { IconArrowsMaximize } from '@tabler/icons-react'
import { useText } from '../platform/texts.tsx'
import type { Pane } from '../ui/chart/lines.ts'
import { TimeChart } from '../ui/chart/TimeChart.tsx'
import { Widget } from './Widget.tsx'

/** The quick ranges of a chart, in hours. */
export const ranges = [6, 24, 168] as const

/** Several sensors over time; those of another unit in a pane of their own. */
export function MultiLineChart({
  name,
  place,
  panes,
  range,
  hours,
  onHours,
  enlarge,
}: {
  name: string
  place?: string | undefined
  panes: readonly Pane[]
  range: readonly [from: number, to: number]
  hours: number
  onHours?: ((hours: number) => void) | undefined
  enlarge?: (() => void) | undefined
}) {
  const t = useText()
  const word = (count: number) => (count < 48 ? t('chart.hours', { count }) : t('chart.days', { count: count / 24 }))
  return (
    <Widget
      name={name}
      place={place}
      right={
        <>
          {onHours && (
            <fieldset className="ranges">
              <legend className="vh">{t('chart.range')}</legend>
              {ranges.map(one => (
                <button key={one} type="button" aria-pressed={one === hours} onClick={() => onHours(one)}>
                  {word(one)}
                </button>
              ))}
            </fieldset>
          )}
          {enlarge && (
            <button type="button" className="w-icon" onClick={enlarge}>
              <IconArrowsMaximize size={16} aria-hidden />
              <span className="vh">
                {t('ui.enlarge')}: {name}
              </span>
            </button>
          )}
        </>
      }
    >
      <TimeChart title={place ? `${name}, ${place}` : name} panes={panes} range={range} />
    </Widget>
  )
}
