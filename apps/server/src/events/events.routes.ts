import { events } from '@steading/contract/events'
import type { EventStatus } from '@steading/contract/events'
import { mayDo } from '../platform/actor.ts'
import { found } from '../platform/database/work.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { causeOf } from './cause.ts'
import { details, period, present, setStatus } from './events.ts'
import { changesOf, countOpen, eventById, searchEvents, searchOccurrences } from './events.sql.ts'
import type { Telling } from './telling.ts'

export const eventsSlice = ({ db, clock, texts }: World, { telling }: { readonly telling: Telling }) =>
  slice(events, {
    search: ({ actor, query }) =>
      db.work(actor, async work => {
        const filter = { ...period(query, clock.now()), withoutHelpdesk: !mayDo(actor, 'helpdesk.read') }
        const page = await searchEvents(work, query, filter)
        return { ...page, content: page.content.map(row => present(row, texts[actor.language])) }
      }),
    openCount: ({ actor }) =>
      db.work(actor, async work => {
        const counts = { LOW: 0, MODERATE: 0, MAJOR: 0, CRITICAL: 0 }
        for (const { severity, n } of await countOpen(work)) if (severity in counts) counts[severity as keyof typeof counts] = n // safe: just checked
        return { ...counts, total: Object.values(counts).reduce((sum, n) => sum + n, 0) }
      }),
    details: ({ actor, params }) =>
      db.work(actor, async work => details(work, found(await eventById(work, params.id)), texts[actor.language])),
    occurrences: ({ actor, params, query }) =>
      db.work(actor, async work => {
        found(await eventById(work, params.id))
        const page = await searchOccurrences(work, params.id, query)
        const content = page.content.map(({ ts, cause, told }) => ({
          occurrenceTimestampUtc: ts.toISOString(),
          cause: causeOf(cause),
          actions: { MAIL: 0, SMS: 0, VOICE: 0, WHATSAPP: 0, ...told },
        }))
        return { ...page, content }
      }),
    changes: ({ actor, params }) =>
      db.work(actor, async work => {
        found(await eventById(work, params.id))
        const changes = await changesOf(work, params.id)
        return changes.map(({ status, notes, user, date }) => ({
          status: status as EventStatus, // safe: every writer is typed
          notes,
          user,
          date: date.toISOString(),
        }))
      }),
    setStatus: ({ actor, params, body }) =>
      db.work(actor, async work => details(work, await setStatus(work, telling, { ...params, ...body }), texts[actor.language])),
  })
