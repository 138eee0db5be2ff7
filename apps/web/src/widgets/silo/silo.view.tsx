import { NOT_COMPUTABLE } from '@steading/contract/production/figures'
import type { SiloInfo } from '@steading/contract/widgets/widgetData'
import { date, dayAndMonth, missing, number, quantity } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { rangeText } from '../../batches/index.ts'
import { hrefOf } from '../../interfaces/index.ts'
import { useNow } from '../../platform/page/clock.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { Sparkline } from '../../ui/chart/Sparkline.tsx'
import { dayOf } from '../../ui/moment/zoned.ts'
import { Age } from '../../ui/page/time/Age.tsx'
import { QueryWidget } from '../QueryWidget.tsx'
import { useSource } from '../source/useSource.ts'
import type { WidgetProps } from '../view.ts'
import { Widget } from '../Widget.tsx'
import { WidgetNote } from '../WidgetNote.tsx'
import { SiloDrawing } from './SiloDrawing.tsx'
import './silo.css'

/** SILO: level, how long it lasts, and by when feed must be ordered. */
export default function SiloView({ widget, configs: { title, interfaceId }, data }: WidgetProps<'SILO'>) {
  const source = useSource()
  const info = useQuery(source.silo(widget))
  const place = data.interfaces.get(interfaceId)?.entity.name
  return (
    <QueryWidget name={title} query={info}>
      {found => (
        <Widget
          name={title || found.silo.displayName}
          place={place}
          href={source.kind === 'session' ? hrefOf(found.silo) : undefined}
        >
          <SiloFigures info={found} />
        </Widget>
      )}
    </QueryWidget>
  )
}

function SiloFigures({ info }: { info: SiloInfo }) {
  const t = useText()
  const zone = useZone()
  const now = useNow(60)
  const { weight, percent, capacity, measuredAt, daysToEmpty, orderDay, dailyUse, history } = info
  if (weight === null) return <WidgetNote>{t('widget.silo.noReading')}</WidgetNote>
  const isDue = orderDay !== null && orderDay <= dayOf(now, zone)
  const level =
    percent === null || capacity === null
      ? t('widget.silo.level', { weight: quantity(weight, 'kg', t, 0) })
      : t('widget.silo.levelOf', {
          weight: quantity(weight, 'kg', t, 0),
          percent: quantity(percent, '%', t, 0),
          capacity: quantity(capacity, 'kg', t, 0),
        })
  return (
    <div className="silo">
      <SiloDrawing percent={percent} isDue={isDue} words={level} />
      <div className="silo-facts">
        <div className="silo-lead">
          <div className="silo-label">{t('silo.daysToEmpty')}</div>
          <div className="silo-days num">{daysToEmpty === NOT_COMPUTABLE ? missing : number(daysToEmpty, t, 1)}</div>
          <div className="silo-note">{rangeText(info, t)}</div>
        </div>
        <dl className="silo-list">
          <div className={isDue ? 'due' : undefined}>
            <dt>{t('runOut.orderBy')}</dt>
            <dd className="num">
              {orderDay === null ? missing : date(orderDay, 'UTC', t)}
              {isDue && <span className="silo-due"> {t('runOut.due')}</span>}
            </dd>
          </div>
          <div>
            <dt>{t('runOut.inSilo')}</dt>
            <dd className="num">
              {quantity(weight, 'kg', t, 0)}
              {capacity !== null && (
                <span className="dim"> {t('runOut.ofCapacity', { capacity: quantity(capacity, 'kg', t, 0) })}</span>
              )}
            </dd>
          </div>
          <div className="silo-use">
            <dt>{t('runOut.dailyUse')}</dt>
            <dd className="num">{quantity(dailyUse, 'kg', t, 0)}</dd>
          </div>
          <div className="silo-age">
            <dt>{t('reading.last')}</dt>
            <dd>
              <Age at={measuredAt} />
            </dd>
          </div>
        </dl>
      </div>
      <SiloHistory history={history} />
    </div>
  )
}

function SiloHistory({ history }: Pick<SiloInfo, 'history'>) {
  const t = useText()
  const known = history.filter(({ weight }) => weight !== null)
  if (known.length < 2) return null
  const values = known.map(({ day, weight }) => `${dayAndMonth(day, 'UTC', t)} ${quantity(weight, 'kg', t, 0)}`)
  return (
    <div className="silo-history">
      <Sparkline values={history.map(({ weight }) => weight)} width={150} height={56} />
      <span className="vh">{t('widget.silo.history', { count: history.length, values: values.join(', ') })}</span>
      <span className="silo-span num" aria-hidden>
        {dayAndMonth(history[0]?.day, 'UTC', t)} – {dayAndMonth(history.at(-1)?.day, 'UTC', t)}
      </span>
    </div>
  )
}
