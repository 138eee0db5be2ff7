import { MAX_POINTS } from '@steading/contract/devices/readings'
import { since } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { TimeChart } from '../../ui/chart/TimeChart.tsx'
import { commonName, placeOf } from '../interfaceNames.ts'
import { countMissing, MissingSensors } from '../MissingSensors.tsx'
import { Absent } from '../MissingWidget.tsx'
import { QueryWidget } from '../QueryWidget.tsx'
import { seriesEnd } from '../source/seriesEnd.ts'
import { useSource } from '../source/useSource.ts'
import type { WidgetProps } from '../view.ts'
import { Widget } from '../Widget.tsx'
import { useShared, useShownEnd, useStableInterfaces } from './stable.ts'
import { comparisonWith, complexPanes, requestedResolution, shownSeries } from './complexPanes.ts'
import { eventMarks, eventSpans } from './eventMarks.ts'

const HOUR = 3_600_000
const none = { queryKey: ['events', 'widget', 'none'], queryFn: () => [], enabled: false }

/** COMPLEX_CHART: interfaces over time in several forms, beside an earlier period, with limits and the events of their entities. */
export default function ComplexChartView({ configs, places, data }: WidgetProps<'COMPLEX_CHART'>) {
  const { interfaceIds, title, hours: ownHours, aggregation, comparison, events: hasEvents } = configs
  const { now, hours = ownHours } = data
  const interfaces = useStableInterfaces(data.interfaces)
  const t = useText()
  const zone = useZone()
  const source = useSource()
  const to = seriesEnd(now, hours)
  const compare = useMemo(() => comparisonWith(comparison, hours, zone), [comparison, hours, zone])
  const request = {
    interfaceIds,
    hours,
    points: MAX_POINTS,
    resolution: requestedResolution(configs, hours),
    // Left out it is the mean, and of counters what they counted.
    operation: aggregation === 'AVERAGE' ? undefined : aggregation,
  }
  const series = useQuery(source.series({ ...request, to }))
  const earlierTo = compare?.toEarlier(to) ?? to
  const earlierFrom = compare?.toEarlier(to - hours * HOUR) ?? to
  const compared = useQuery({
    ...source.series({
      ...request,
      interfaceIds: compare ? interfaceIds : [],
      to: earlierTo,
      hours: (earlierTo - earlierFrom) / HOUR,
    }),
    enabled: compare !== undefined,
  })
  const end = useShownEnd(to, series.isPlaceholderData)
  const range = useMemo(() => [end - hours * HOUR, end] as const, [end, hours])
  const entityIds = useMemo(
    () => [...new Set(interfaceIds.flatMap(id => interfaces.get(id)?.entity.id ?? []))].toSorted(),
    [interfaceIds, interfaces],
  )
  const events = useQuery(hasEvents && source.events && entityIds.length > 0 ? source.events(entityIds, range) : none)
  const marked = useShared(hasEvents ? events.data : undefined)
  const panes = useMemo(() => {
    const earlier =
      compare && compared.data ? new Map([...compared.data].map(([id, one]) => [id, shownSeries(one, compare)])) : undefined
    const drawn = complexPanes({ ...configs, places }, interfaces, series.data ?? new Map(), earlier, range, t)
    const marks = eventMarks(marked ?? [], range)
    const spans = eventSpans(marked ?? [], range, openDate => since(openDate, range[1], zone, t))
    const tints = spans.map(({ from, to: until, tone }) => ({ from, to: until, tone }))
    const [first, ...rest] = drawn
    // Its line crosses every pane, its words stand above the first.
    return first
      ? [
          { ...first, marks, spans },
          ...rest.map(pane =>
            pane.overlay ? pane : { ...pane, marks: marks.map(mark => ({ ...mark, words: '' })), spans: tints },
          ),
        ]
      : []
  }, [configs, places, interfaces, series.data, compared.data, compare, marked, range, zone, t])
  if (interfaceIds.every(id => !interfaces.has(id))) return <Absent name={title} />
  const name = title || commonName(interfaceIds, data, t)
  const place = placeOf(interfaceIds, data)
  const listed = (marked ?? []).map(event => `${event.title} ${since(event.openDate, now, zone, t)}`)
  return (
    <QueryWidget name={name} query={series}>
      {() => (
        <Widget name={name} place={place}>
          <TimeChart title={place ? `${name}, ${place}` : name} panes={panes} range={range} />
          <MissingSensors count={countMissing(interfaceIds, interfaces)} />
          {listed.length > 0 && <p className="vh">{t('widget.complexChart.events', { events: listed.join(', ') })}</p>}
        </Widget>
      )}
    </QueryWidget>
  )
}
