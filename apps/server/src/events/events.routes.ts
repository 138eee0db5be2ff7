import {
  CATEGORY_ICONS,
  CAUSES,
  EVENT_CATEGORIES,
  EVENT_CAUSES,
  EVENT_ORIGINS,
  EVENT_STATUSES,
  events,
  SEVERITIES,
} from '@steading/contract/events'
import { translatorFor } from '@steading/locales/text'
import type { Upload } from '../platform/http/call.ts'
import { attached } from '../platform/attachments.ts'
import { found } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { actionsOf } from './actions.ts'
import { attachmentsOf } from './attachments.sql.ts'
import { presentAttachment, stored } from './attachments.ts'
import { quickClose, setStatus } from './byHand.ts'
import { causeOf } from './cause.ts'
import { details, period, presentAll, presentChange } from './events.ts'
import { changesOf } from './changes.sql.ts'
import { countEvents, eventById, searchEvents } from './events.sql.ts'
import { searchOccurrences } from './occurrences.sql.ts'
import type { EventFilter } from './events.sql.ts'
import { links } from './links.ts'
import { takeStep } from './steps.ts'
import type { Telling } from './telling.ts'
import { nextTold } from './told.ts'
import { createEvent, editEvent, removeEvent } from './written.ts'
import type { Saved } from './written.ts'

export const eventsSlice = (world: World, { telling }: { readonly telling: Telling }) => {
  const { db, clock, texts, files, config } = world
  const linked = links(world, telling)
  const keeping = { files, most: config.EVENT_FILES }
  const handedIn = async (uploads: readonly Upload[]) => stored(files, await attached(uploads))
  const saved = async (work: Work, { row, heard, unheard }: Saved) => ({
    ...(await details(work, row, translatorFor(texts, work.actor))),
    ...{ emailUsers: heard.MAIL, smsUsers: heard.SMS, voiceUsers: heard.VOICE, whatsappUsers: heard.WHATSAPP },
    unheard: [...unheard],
  })
  const filesOf = async (work: Work, id: string) => {
    found(await eventById(work, id))
    return attachmentsOf(work, [id])
  }
  return slice(events, {
    search: ({ actor, query }) =>
      db.work(actor, async work => {
        const page = await searchEvents(work, query, period(query, clock.now()))
        return { ...page, content: await presentAll(work, page.content, translatorFor(texts, actor)) }
      }),
    list: ({ actor, query }) =>
      db.work(actor, async work => {
        const page = await searchEvents(work, query, query)
        return { ...page, content: await presentAll(work, page.content, translatorFor(texts, actor)) }
      }),
    openCount: ({ actor }) => db.work(actor, work => bySeverity(work, { status: ['OPEN', 'PENDING'], helpdesk: false })),
    count: ({ actor, query: { entity, ...filter } }) => db.work(actor, work => bySeverity(work, { ...filter, entities: entity })),
    causes: () => EVENT_CAUSES.map(id => ({ id, ...CAUSES[id] })),
    categories: () => EVENT_CATEGORIES.map(id => ({ id, name: id, icon: CATEGORY_ICONS[id] })),
    origins: () => [...EVENT_ORIGINS],
    severities: () => [...SEVERITIES],
    statuses: () => [...EVENT_STATUSES],
    details: ({ actor, params }) =>
      db.work(actor, async work => details(work, found(await eventById(work, params.id)), translatorFor(texts, actor))),
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
        return (await changesOf(work, params.id)).map(presentChange(translatorFor(texts, actor)))
      }),
    actions: ({ actor, params }) =>
      db.work(actor, async work => actionsOf(work, found(await eventById(work, params.id)), telling)),
    next: ({ actor, params }) =>
      db.work(actor, async work => ({ next: await nextTold(work, found(await eventById(work, params.id)), telling) })),
    attachments: ({ actor, params }) => db.work(actor, async work => (await filesOf(work, params.id)).map(presentAttachment)),
    attachmentsOf: ({ actor, query }) =>
      db.work(actor, async work => {
        for (const id of query.events) found(await eventById(work, id))
        const all = await attachmentsOf(work, query.events)
        return query.events.map(eventId => ({
          eventId,
          attachments: all.filter(one => one.eventId === eventId).map(presentAttachment),
        }))
      }),
    attachment: async ({ actor, params }) => {
      const { name, type, fileId } = await db.work(actor, async work =>
        found((await filesOf(work, params.id)).find(one => one.name === params.name)),
      )
      return { name, type, content: files.read(fileId) }
    },
    create: async ({ actor, body, files: uploads }) => {
      const added = await handedIn(uploads)
      return db.work(actor, async work => saved(work, await createEvent(work, body, added, keeping, telling)))
    },
    edit: async ({ actor, params, body, files: uploads }) => {
      const added = await handedIn(uploads)
      return db.work(actor, async work => saved(work, await editEvent(work, params.id, body, added, keeping, telling)))
    },
    remove: ({ actor, params }) =>
      db.work(actor, async work => {
        await removeEvent(work, params.id, keeping, telling)
        return {}
      }),
    quickClose: ({ actor, body }) =>
      db.work(actor, async work => ({ closed: await quickClose(work, telling, body.ids, body.notes) })),
    takeStep: ({ actor, params, body }) =>
      db.work(actor, async work =>
        details(work, await takeStep(work, telling, params.id, { ...body, via: 'SCREEN' }), translatorFor(texts, actor)),
      ),
    followLink: ({ actor, body }) => linked.follow(body.token, actor),
    linked: ({ actor, body }) => linked.look(body, actor),
    stepByLink: ({ actor, body }) => linked.step(body, actor),
    setStatus: ({ actor, params, body }) =>
      db.work(actor, async work =>
        details(work, await setStatus(work, telling, { ...params, ...body }), translatorFor(texts, actor)),
      ),
  })
}

async function bySeverity(work: Work, filter: EventFilter) {
  const counts = { LOW: 0, MODERATE: 0, MAJOR: 0, CRITICAL: 0 }
  for (const { severity, n } of await countEvents(work, filter))
    if (severity in counts) counts[severity as keyof typeof counts] = n // safe: just checked
  return { ...counts, total: Object.values(counts).reduce((sum, n) => sum + n, 0) }
}
