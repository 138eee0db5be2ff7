import { noPage } from '@steading/contract/http/paging'
import { readings } from '@steading/contract/devices/readings'
import type { Series } from '@steading/contract/devices/readings'
import { retainedSince } from '../platform/config/retention.ts'
import type { Actor } from '../platform/actor.ts'
import { slice } from '../platform/http/call.ts'
import { fetchPage } from '../platform/database/sql/page.ts'
import type { World } from '../platform/world.ts'
import type { Journal } from './ingest/journal.ts'
import { chartSeries, requestedInterfaces } from './query/chartSeries.ts'
import { isGood } from './reading.ts'
import { searchBuckets } from './query/buckets.sql.ts'
import { lastAggregates, lastReadings } from './query/lastReadings.ts'
import { bucketSources, toWireValue, spanOf } from './query/readings.ts'
import { searchReadings, WITHIN_AN_INSTANT } from './query/readings.sql.ts'
import { rounder } from './query/rounding.ts'

const columns = { timestamp: 'at' } as const

export function readingsSlice({ db, config }: World, journal: Pick<Journal, 'last'>) {
  const last = (actor: Actor, ids: readonly string[] | undefined) =>
    db.work(actor, work => lastReadings(work, journal, ids ?? []))

  return slice(readings, {
    search: ({ actor, query }) =>
      db.work(actor, async work => {
        const { interfaceIds = [], resolution = 'RAW', readingOperationType = 'AVERAGE', ...paged } = query
        const span = interfaceIds.length > 0 ? spanOf(query, work.now) : undefined
        const known = span ? await requestedInterfaces(work, interfaceIds) : []
        if (!span || known.length === 0) return noPage(paged)
        const byId = new Map(known.map(asked => [asked.id, asked]))
        const ids = [...byId.keys()]
        const rows =
          resolution === 'RAW'
            ? searchReadings(work, ids, span)
            : searchBuckets(
                work,
                {
                  sources: bucketSources(known, span.from, work.now),
                  span,
                  resolution,
                  fineSince: retainedSince(config.RETENTION, 'rollups_5m', work.now.getTime()),
                },
                readingOperationType,
              )
        return fetchPage(work, rows, paged, columns, WITHIN_AN_INSTANT, row => {
          const asked = byId.get(row.interface_id)!
          const value = resolution === 'RAW' ? toWireValue(asked, row) : rounder(asked)(row.value ?? 0)
          return {
            interfaceId: asked.interfaceId,
            convertedValue: value,
            timestampUtc: row.at.toISOString(),
            good: isGood(row),
            ...(resolution !== 'RAW' && { partial: row.partial }),
          }
        })
      }),

    lastAggregate: ({ actor, body }) => db.work(actor, work => lastAggregates(work, journal, body)),

    last: ({ actor, query }) => last(actor, query.interfaceIds),
    lastByBody: ({ actor, body }) => last(actor, body.interfaceIds),

    series: ({ actor, query }) => db.work(actor, (work): Promise<Series[]> => chartSeries(work, config.RETENTION, query)),
  })
}
