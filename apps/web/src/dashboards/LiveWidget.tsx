import { reasonWords } from '@steading/locales/reasons'
import type { Command, Interface, Value } from '@steading/contract/devices/interfaces'
import type { Series } from '@steading/contract/devices/readings'
import { useMemo } from 'react'
import { notSentWords, useActuation, usualHold } from '../interfaces/index.ts'
import { clock, useNow } from '../platform/page/clock.ts'
import { useLiveState, useLiveInterfaces } from '../live/index.ts'
import { useMay } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { useTellError } from '../ui/overlay/useTellError.ts'
import { withTail } from '../readings/index.ts'
import {
  type Needs,
  type ShownWidget,
  WidgetContent,
  type WidgetData,
  WidgetRemark,
  WidgetSkeleton,
  needsOf,
  useBoardSource,
} from '../widgets/index.ts'
import { LazyEmptyWidget } from './house/lazyHouse.ts'
import type { Board } from './page/useDashboard.ts'

const nothing: ReadonlyMap<string, never> = new Map<string, never>()
/** Lead of the end of a live chart, so that a new value is within it (ms). */
const ahead = 30_000

/** Widget of a dashboard that renders only when one of its own values changes. */
export function LiveWidget({
  widget,
  board,
  still = false,
  isDraft = false,
}: {
  widget: ShownWidget
  board: Board
  /** It operates nothing. */
  still?: boolean
  /** Its configuration is not saved yet. */
  isDraft?: boolean
}) {
  const source = useBoardSource()
  const needs = useMemo(() => needsOf(widget), [widget])
  const data = useLiveData(needs, board)
  const failed = board.error ? board : board.fetched(needs)
  const of = widget.type === 'CONTROLLER' ? data && [...data.interfaces.values()][0] : undefined
  if (of && data && source.kind === 'session') return <LiveController widget={widget} data={data} of={of} still={still} />
  if (widget.house?.isEmpty) return <LazyEmptyWidget widget={widget} waiting={<WidgetSkeleton />} />
  return (
    <WidgetRemark value={widget.house?.lacking}>
      <WidgetContent widget={widget} isDraft={isDraft} data={data} error={failed?.error} retry={failed?.retry} />
    </WidgetRemark>
  )
}

/** Data of a widget: fetched data with live values applied. Undefined while loading. */
function useLiveData(needs: Needs, board: Board): WidgetData | undefined {
  const { interfaceIds: ids, chart } = needs
  const boardInterfaces = useMemo(() => ids.flatMap(id => board.interfaces?.get(id) ?? []), [ids, board.interfaces])
  const interfaces = useLiveInterfaces(boardInterfaces)
  const liveStates = useLiveState(ids)
  const minute = useNow(30)
  const fetched = board.fetched(needs)
  // What needs no interface waits for none.
  const known = board.interfaces ?? (ids.length === 0 ? nothing : undefined)
  return useMemo(() => {
    if (!known || (board.isOld && ids.some(id => !known.has(id)))) return undefined
    // An interface that is gone has no series to wait for.
    const isWithoutSeries = (id: string) => known.has(id) && !fetched?.series?.has(id)
    if (chart && (!fetched?.series || (fetched.isOld && ids.some(isWithoutSeries)))) return undefined
    const now = Math.max(minute, clock.now()) + ahead
    const withLiveState = (of: Interface): [string, Series][] => {
      const series = fetched?.series?.get(of.id)
      return series ? [[of.id, withTail(series, liveStates.get(of.id)?.tail ?? [], of, now - ahead)]] : []
    }
    return {
      interfaces: new Map(interfaces.map(item => [item.id, item])),
      series: fetched?.series ? new Map(interfaces.flatMap(withLiveState)) : nothing,
      now,
      hours: board.range,
      alarms: board.alarms,
    }
  }, [ids, known, board.isOld, board.alarms, board.range, chart, fetched?.series, fetched?.isOld, interfaces, liveStates, minute])
}

/** Controller widget: sends commands and shows their status. Sends nothing while the dashboard is edited. */
function LiveController({ widget, data, of, still }: { widget: ShownWidget; data: WidgetData; of: Interface; still: boolean }) {
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
    <WidgetContent
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

/** The later of two commands, by their ascending ids. */
const newest = (one: Command | undefined, other: Command | null): Command | null =>
  one && (!other || one.id >= other.id) ? one : other

/** State of the control between the touch and the answer of the server. */
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
