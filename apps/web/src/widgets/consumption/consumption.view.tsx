import type { Consumption } from '@steading/contract/widgets/widgetData'
import { dayAndMonth, number, quantity, signed, time } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../platform/texts.tsx'
import { Bars } from '../../ui/chart/Bars.tsx'
import { fitting } from '../../ui/page/figure.ts'
import { Delta } from '../../ui/page/Kpi.tsx'
import { MissingSensors } from '../MissingSensors.tsx'
import { QueryWidget } from '../QueryWidget.tsx'
import { ScrollArea } from '../ScrollArea.tsx'
import { useSource } from '../source/useSource.ts'
import type { WidgetProps } from '../view.ts'
import { Widget } from '../Widget.tsx'
import { WidgetNote } from '../WidgetNote.tsx'
import './consumption.css'

type Configs = WidgetProps<'CONSUMPTION'>['configs']
type Meter = Consumption['interfaces'][number]

/** CONSUMPTION: what meters counted in the period under way, beside the same part of the period before. */
export default function ConsumptionView({ widget, configs }: WidgetProps<'CONSUMPTION'>) {
  const t = useText()
  const consumption = useQuery(useSource().consumption(widget))
  const { title } = configs
  return (
    <QueryWidget name={title || t('widget.consumption.one')} query={consumption}>
      {found => <ConsumptionFigures configs={configs} consumption={found} />}
    </QueryWidget>
  )
}

function ConsumptionFigures({
  configs: { title, aggregator, period },
  consumption: { interfaces, missing, timeZone },
}: {
  configs: Configs
  consumption: Consumption
}) {
  const t = useText()
  const [only, ...others] = interfaces
  const places = new Set(interfaces.map(meter => meter.entity.name))
  const single = only && others.length === 0 ? only : undefined
  const name = title || single?.displayName || t('widget.consumption.one')
  const isMeasured = interfaces.some(({ value, buckets }) => value !== null || buckets.some(bucket => bucket.value !== null))
  return (
    <Widget name={name} place={places.size === 1 ? only?.entity.name : undefined}>
      {!isMeasured ? (
        <>
          <WidgetNote>{t('widget.consumption.none')}</WidgetNote>
          <MissingSensors count={missing} />
        </>
      ) : (
        <ScrollArea name={name} className={single ? 'consumption' : 'consumption several'}>
          <p className="consumption-period">{t(`widget.consumption.${aggregator}.${period}`)}</p>
          {interfaces.map(meter => (
            <MeterFigures
              key={meter.id}
              meter={meter}
              name={single ? undefined : places.size === 1 ? meter.displayName : `${meter.displayName} · ${meter.entity.name}`}
              period={period}
              zone={timeZone}
            />
          ))}
          <MissingSensors count={missing} />
        </ScrollArea>
      )}
    </Widget>
  )
}

/** `name`: left out, the widget is called by it. */
function MeterFigures({
  meter,
  name,
  period,
  zone,
}: {
  meter: Meter
  name: string | undefined
  period: Configs['period']
  zone: string
}) {
  const t = useText()
  const { value, previous, cost, unit, decimals, buckets } = meter
  const change = value !== null && previous ? (100 * (value - previous)) / previous : undefined
  const text = number(value, t, decimals)
  return (
    <div className="meter">
      <div className="meter-figures">
        {name && <h3 title={name}>{name}</h3>}
        <div className="meter-value num" style={fitting(text, unit)}>
          {text}
          {value !== null && <span className="unit">{unit}</span>}
        </div>
        {previous !== null && (
          <div className="meter-before">
            {change !== undefined && (
              <>
                <Delta value={`${signed(change, t, 0)} %`} /> ·{' '}
              </>
            )}
            {t(`widget.consumption.before.${period}`, { value: quantity(previous, unit, t, decimals) })}
          </div>
        )}
        {cost && (
          <div className="meter-before">
            {t('widget.consumption.cost', { amount: quantity(cost.amount, cost.currency, t, 2) })}
            {cost.unpriced > 0 &&
              ` · ${t('widget.consumption.unpriced', { energy: quantity(cost.unpriced, unit, t, decimals) })}`}
          </div>
        )}
      </div>
      {buckets.length > 0 && (
        <div className="meter-bars">
          <Bars
            title={name ?? meter.displayName}
            unit={unit}
            decimals={decimals}
            bars={buckets.map((bucket, at) => ({
              id: bucket.from,
              label: bucketText(bucket.from, period, zone, t),
              value: bucket.value,
              isPartial: at === buckets.length - 1,
            }))}
          />
        </div>
      )}
    </div>
  )
}

/** Hours of a day, else days. */
const bucketText = (from: string, period: Configs['period'], zone: string, t: Translate) =>
  period === 'DAY' ? time(from, zone) : dayAndMonth(from, zone, t)
