import type { Interface, interfaces } from '@steading/contract/devices/interfaces'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import { useLiveInterfaces } from '../../live/index.ts'
import { data } from '../../platform/api/api.ts'
import { useNow } from '../../platform/page/clock.ts'
import { useText } from '../../platform/texts.tsx'
import { useList } from '../../ui/list/useList.ts'
import { seriesQuery } from '../board.queries.ts'
import { calls } from '../interfaces.queries.ts'
import { columnsOf } from './columns.tsx'
import { courseHours, coursePoints } from './course.ts'

const none: readonly Interface[] = []
const fiveMinutes = 300
const hasSparkline = (iface: Interface) => iface.terminalInterfaceType === 'IN' && iface.unit !== null

/** A page of interfaces with their values as they come, and the columns of their list. */
export function useInterfaceTable(query: z.output<typeof interfaces.search.query>, ofOneBox: boolean, every?: number) {
  const t = useText()
  const list = useList('interfaces', query, (asked, signal) => data(calls.interfaces.search({ query: asked }, { signal })), every)
  const { page } = list
  const rows = useLiveInterfaces(page?.content ?? none)
  const to5 = useNow(fiveMinutes)
  const interfaceIds = useMemo(() => (page?.content ?? none).filter(hasSparkline).map(iface => iface.id), [page])
  const { data: series } = useQuery(seriesQuery({ interfaceIds, hours: courseHours, to: to5, points: coursePoints }))
  const rules = useMemo(() => new Map(page?.content.map(iface => [iface.id, iface])), [page])
  const columns = useMemo(() => columnsOf(t, { series, rules, ofOneBox }), [t, series, rules, ofOneBox])
  return { list: { ...list, page: page && { ...page, content: [...rows] } }, rows, columns }
}
