import { MILK_DAYS, type Milk } from '@steading/contract/widgets/widgetData'
import { dayAndMonth, missing, number, signed } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../platform/texts.tsx'
import { Bars } from '../../ui/chart/Bars.tsx'
import { Delta, Kpi } from '../../ui/page/Kpi.tsx'
import { hrefOf } from '../../interfaces/index.ts'
import { QueryWidget } from '../QueryWidget.tsx'
import { useSource } from '../source/useSource.ts'
import type { WidgetProps } from '../view.ts'
import { Widget } from '../Widget.tsx'
import { WidgetNote } from '../WidgetNote.tsx'
import './milk.css'

/** MILK: litres of a milk counter today, yesterday, in the mean of seven days, and by day. */
export default function MilkView({ widget, configs: { title } }: WidgetProps<'MILK'>) {
  const source = useSource()
  const milk = useQuery(source.milk(widget))
  return (
    <QueryWidget name={title} query={milk}>
      {found => <MilkFigures title={title} milk={found} isLinked={source.kind === 'session'} />}
    </QueryWidget>
  )
}

function MilkFigures({ title, milk, isLinked }: { title: string | undefined; milk: Milk; isLinked: boolean }) {
  const t = useText()
  const { interface: meter, unit, today, yesterday, meanOf7, days } = milk
  const figure = (value: number | null) => (value === null ? missing : number(value, t, 0))
  const change = yesterday !== null && meanOf7 ? (100 * (yesterday - meanOf7)) / meanOf7 : undefined
  return (
    <Widget name={title || meter.displayName} place={meter.entity.name} href={isLinked ? hrefOf(meter) : undefined}>
      {days.every(({ value }) => value === null) ? (
        <WidgetNote>{t('widget.milk.none', { count: MILK_DAYS })}</WidgetNote>
      ) : (
        <div className="milk">
          <div className="milk-figures">
            <Kpi label={t('widget.milk.today')} value={figure(today)} unit={unit} />
            <Kpi
              label={t('widget.milk.yesterday')}
              value={figure(yesterday)}
              unit={unit}
              note={
                change !== undefined && (
                  <Delta
                    value={`${signed(change, t, 1)} %`}
                    good={Math.abs(change) < 0.05 ? undefined : change > 0}
                    against={t('widget.milk.against')}
                  />
                )
              }
            />
            <Kpi label={t('widget.milk.meanOf7')} value={figure(meanOf7)} unit={unit} />
          </div>
          <Bars
            title={t('widget.milk.byDay')}
            unit={unit}
            decimals={0}
            bars={days.map(({ day, value }, at) => ({
              id: day,
              label: dayAndMonth(day, 'UTC', t),
              value,
              isPartial: at === days.length - 1,
            }))}
          />
        </div>
      )}
    </Widget>
  )
}
