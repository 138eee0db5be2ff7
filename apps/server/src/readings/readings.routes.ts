import { noPage } from '@steading/contract/paging'
import { readings } from '@steading/contract/readings'
import type { Series } from '@steading/contract/readings'
import type { Actor } from '../platform/actor.ts'
import type { Work } from '../platform/database/work.ts'
import { slice } from '../platform/http/call.ts'
import { page } from '../platform/page.ts'
import type { World } from '../platform/world.ts'
import type { Journal } from './journal.ts'
import { charts } from './charts.ts'
import { isGood } from './reading.ts'
import { aggregates, searchBuckets } from './buckets.sql.ts'
import { askedOf, bucketSources, lastOf, midnightIn, shown, spanning, spanOf } from './readings.ts'
import type { Asked } from './readings.ts'
import { askedInterfaces, searchReadings, WITHIN_AN_INSTANT } from './readings.sql.ts'
import { rounder } from './rounding.ts'

const ask = async (work: Work, ids: readonly string[]): Promise<Asked[]> => (await askedInterfaces(work, ids)).map(askedOf)
/** Those that are not deleted: what was is history. */
const askNow = async (work: Work, ids: readonly string[]) => (await ask(work, ids)).filter(one => one.row.deleted_at === null)
const columns = { timestamp: 'at' } as const

export function readingsSlice({ db }: World, journal: Pick<Journal, 'last'>) {
  const last = (actor: Actor, ids: readonly string[] | undefined) =>
    !ids?.length
      ? []
      : db.work(actor, async work =>
          inOrder(
            ids,
            (await askNow(work, ids)).map(one => lastOf(one, journal.last.get(one.id), work.now)),
          ),
        )

  return slice(readings, {
    search: ({ actor, query }) =>
      db.work(actor, async work => {
        const { interfaceIds = [], resolution = 'RAW', readingOperationType = 'AVERAGE', ...paged } = query
        const span = interfaceIds.length > 0 ? spanOf(query, work.now) : undefined
        const known = span ? await ask(work, interfaceIds) : []
        if (!span || known.length === 0) return noPage(paged)
        const byId = new Map(known.map(one => [one.id, one]))
        const ids = [...byId.keys()]
        const rows =
          resolution === 'RAW'
            ? searchReadings(work, ids, span)
            : searchBuckets(work, { sources: bucketSources(known, span.from, work.now), span, resolution }, readingOperationType)
        return page(work, rows, paged, columns, WITHIN_AN_INSTANT, row => {
          const one = byId.get(row.interface_id)!
          const value = resolution === 'RAW' ? shown(one, row) : rounder(one)(row.value ?? 0)
          return {
            ...{ interfaceId: one.interfaceId, convertedValue: value, timestampUtc: row.at.toISOString(), good: isGood(row) },
            ...(resolution !== 'RAW' && { partial: row.partial }),
          }
        })
      }),

    lastAggregate: ({ actor, body }) =>
      db.work(actor, async work => {
        const from = midnightIn(body.timezone, work.now)
        if (body.interfaceIds.length === 0) return []
        const known = await askNow(work, body.interfaceIds)
        const rows = await aggregates(work, bucketSources(known, from, work.now), { from, to: work.now.getTime() + 1 })
        const byId = new Map(rows.map(row => [row.interface_id, row]))
        return inOrder(
          body.interfaceIds,
          known.map(one => {
            const round = rounder(one)
            const row = byId.get(one.id)
            const { min, max, avg, sum } = row
              ? { min: round(row.min), max: round(row.max), avg: round(row.avg), sum: round(row.sum) }
              : { min: null, max: null, avg: null, sum: null }
            const now = lastOf(one, journal.last.get(one.id), work.now)
            return { ...now, ...spanning({ min, max }, one, now, from), avg, sum }
          }),
        )
      }),

    last: ({ actor, query }) => last(actor, query.interfaceIds),
    lastByBody: ({ actor, body }) => last(actor, body.interfaceIds),

    series: ({ actor, query }) =>
      db.work(actor, async (work): Promise<Series[]> => {
        const { interfaceIds = [], points } = query
        const span = interfaceIds.length > 0 ? spanOf(query, work.now) : undefined
        return span ? inOrder(interfaceIds, await charts(work, await ask(work, interfaceIds), span, points)) : []
      }),
  })
}

/** As it was asked. */
function inOrder<T extends { readonly interfaceId: string }>(ids: readonly string[], answers: readonly T[]): T[] {
  const byId = new Map(answers.map(answer => [answer.interfaceId, answer]))
  return [...new Set(ids)].flatMap(id => byId.get(id) ?? [])
}
