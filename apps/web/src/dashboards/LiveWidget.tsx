import { reasonWords } from '@steading/locales/reasons'
import type { Widget } from '@steading/contract/dashboards'
import type { Command, Interface, Value } from '@steading/contract/interfaces'
import type { Series } from '@steading/contract/readings'
import { useMemo } from 'react'
import { notSentWords, useActuation, usualHold } from '../interfaces/index.ts'
import { clock, useNow } from '../platform/clock.ts'
import { useHeard, useLiveInterfaces } from '../platform/live.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { useTellError } from '../ui/overlay/useTellError.ts'
import { type Needs, ShownWidget, type WidgetData, needsOf, withTail } from '../widgets/index.ts'
import type { Board } from './useBoard.ts'

const nothing: ReadonlyMap<string, Series> = new Map()
/** How far the end of a live chart runs ahead, so that a new value is never beyond its edge (ms). */
const ahead = 30_000

/** One widget of a dashboard, drawn anew only when one of its own values changes. */
export function LiveWidget({ widget, board, still = false }: { widget: Widget; board: Board; still?: boolean }) {
  const needs = useMemo(() => needsOf(widget), [widget])
  const data = useLiveData(needs, board)
  const failed = board.error ? board : board.fetched(needs)
  const of = widget.type === 'CONTROLLER' ? data && [...data.interfaces.values()][0] : undefined
  if (of && data) return <LiveController widget={widget} data={data} of={of} still={still} />
  return <ShownWidget widget={widget} data={data} error={failed?.error} retry={failed?.retry} />
}

/** What the widget shows: what was fetched, with whatever was heard since. Undefined while it is on its way. */
function useLiveData(needs: Needs, board: Board): WidgetData | undefined {
  const { interfaceIds: ids, chart } = needs
  const given = useMemo(() => ids.flatMap(id => board.interfaces?.get(id) ?? []), [ids, board.interfaces])
  const interfaces = useLiveInterfaces(given)
  const heard = useHeard(ids)
  const minute = useNow(30)
  const fetched = board.fetched(needs)
  return useMemo(() => {
    if (!board.interfaces || (chart && !fetched?.series)) return undefined
    const now = Math.max(minute, clock.now()) + ahead
    const withHeard = (of: Interface): [string, Series][] => {
      const series = fetched?.series?.get(of.id)
      return series ? [[of.id, withTail(series, heard.get(of.id)?.tail ?? [], of, now - ahead)]] : []
    }
    return {
      interfaces: new Map(interfaces.map(one => [one.id, one])),
      series: fetched?.series ? new Map(interfaces.flatMap(withHeard)) : nothing,
      now,
      hours: board.range,
      alarms: board.alarms,
    }
  }, [board.interfaces, board.alarms, board.range, chart, fetched?.series, interfaces, heard, minute])
}

/** A device: what it is told, and what became of that. Nothing is told while the dashboard is being edited. */
function LiveController({ widget, data, of, still }: { widget: Widget; data: WidgetData; of: Interface; still: boolean }) {
  const t = useText()
  const may = useMay()
  const tellError = useTellError()
  const { send, sending, command } = useActuation(of, error => void tellError(error, notSentWords(error, t)))
  const last = sending !== undefined ? onItsWay(of.id, sending) : newest(command, of.lastCommand)
  const shown = last === of.lastCommand ? of : { ...of, lastCommand: last }
  const reason = last?.state === 'REJECTED' || last?.state === 'EXPIRED' ? reasonWords(last, t) : undefined
  const operateIt = (_: Interface, value: Value, hold = usualHold) => void send(value, hold)
  const operate = may('interfaces.actuate') && !still
  return (
    <ShownWidget
      widget={widget}
      data={{
        ...data,
        interfaces: new Map([[of.id, shown]]),
        reason,
        actuate: operate ? operateIt : undefined,
      }}
    />
  )
}

/** Of two commands the later one: their ids rise with time. */
const newest = (one: Command | undefined, other: Command | null): Command | null =>
  one && (!other || one.id >= other.id) ? one : other

/** What stands on the control from the touch until the server has taken the command. */
const onItsWay = (interfaceId: string, value: Value): Command => ({
  id: '',
  interfaceId,
  value,
  state: 'SENT',
  issuedUtc: new Date(clock.now()).toISOString(),
  answeredUtc: null,
  reason: null,
  readBack: null,
  verifiedUtc: null,
  holdUntilUtc: null,
  by: null,
})
