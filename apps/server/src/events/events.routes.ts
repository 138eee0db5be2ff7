import {
  CATEGORY_ICONS,
  CAUSES,
  EVENT_CATEGORIES,
  EVENT_CAUSES,
  EVENT_ORIGINS,
  EVENT_STATUSES,
  events,
  SEVERITIES,
} from '@steading/contract/events/events'
import { translatorFor } from '@steading/locales/text'
import type { Upload } from '../platform/http/call.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { presentActions } from './notification/actions.ts'
import { attachmentsOf } from './manual/attachments.sql.ts'
import { presentAttachment, storeUploads } from '../platform/files/changeAttachments.ts'
import { quickClose, setStatus } from './status/statusChanges.ts'
import { causeFromColumn } from './cause.ts'
import { presentDetails, resolvePeriod, presentEvents, presentChange } from './events.ts'
import { changesOf } from './status/changes.sql.ts'
import { countBySeverity, eventById, searchEvents } from './events.sql.ts'
import { searchOccurrences } from './occurrences.sql.ts'
import { createLinkAccess } from './answers/links.ts'
import { takeStep } from './answers/steps.ts'
import type { Notifier } from './notification/notifier.types.ts'
import { nextRecipients } from './escalation/nextRecipients.ts'
import { createEvent, editEvent, removeEvent } from './manual/manualEvents.ts'
import type { SavedEvent } from './manual/manualEvents.ts'

export const eventsSlice = (world: World, { notifier }: { readonly notifier: Notifier }) => {
  const { db, clock, texts, files, config } = world
  const linkAccess = createLinkAccess(world, notifier)
  const attachmentStore = { files, maxFiles: config.EVENT_FILES }
  const storeFiles = (uploads: readonly Upload[]) => storeUploads(files, uploads)
  const presentSaved = async (work: UnitOfWork, { row, notified: heard, unheard }: SavedEvent) => ({
    ...(await presentDetails(work, row, translatorFor(texts, work.actor))),
    emailUsers: heard.MAIL,
    smsUsers: heard.SMS,
    voiceUsers: heard.VOICE,
    whatsappUsers: heard.WHATSAPP,
    unheard: [...unheard],
  })
  const visibleAttachments = async (work: UnitOfWork, id: string) => {
    orNotFound(await eventById(work, id))
    return attachmentsOf(work, [id])
  }
  return slice(events, {
    search: ({ actor, query }) =>
      db.work(actor, async work => {
        const page = await searchEvents(work, query, resolvePeriod(query, clock.now()))
        return { ...page, content: await presentEvents(work, page.content, translatorFor(texts, actor)) }
      }),
    list: ({ actor, query }) =>
      db.work(actor, async work => {
        const page = await searchEvents(work, query, query)
        return { ...page, content: await presentEvents(work, page.content, translatorFor(texts, actor)) }
      }),
    openCount: ({ actor }) => db.work(actor, work => countBySeverity(work, { status: ['OPEN', 'PENDING'], helpdesk: false })),
    count: ({ actor, query: { entity, ...filter } }) =>
      db.work(actor, work => countBySeverity(work, { ...filter, entities: entity })),
    causes: () => EVENT_CAUSES.map(id => ({ id, ...CAUSES[id] })),
    categories: () => EVENT_CATEGORIES.map(id => ({ id, name: id, icon: CATEGORY_ICONS[id] })),
    origins: () => [...EVENT_ORIGINS],
    severities: () => [...SEVERITIES],
    statuses: () => [...EVENT_STATUSES],
    details: ({ actor, params }) =>
      db.work(actor, async work =>
        presentDetails(work, orNotFound(await eventById(work, params.id)), translatorFor(texts, actor)),
      ),
    occurrences: ({ actor, params, query }) =>
      db.work(actor, async work => {
        orNotFound(await eventById(work, params.id))
        const page = await searchOccurrences(work, params.id, query)
        const content = page.content.map(({ ts, cause, told }) => ({
          occurrenceTimestampUtc: ts.toISOString(),
          cause: causeFromColumn(cause),
          actions: { MAIL: 0, SMS: 0, VOICE: 0, WHATSAPP: 0, ...told },
        }))
        return { ...page, content }
      }),
    changes: ({ actor, params }) =>
      db.work(actor, async work => {
        orNotFound(await eventById(work, params.id))
        return (await changesOf(work, params.id)).map(presentChange(translatorFor(texts, actor)))
      }),
    actions: ({ actor, params }) =>
      db.work(actor, async work => presentActions(work, orNotFound(await eventById(work, params.id)), notifier)),
    next: ({ actor, params }) =>
      db.work(actor, async work => ({
        next: await nextRecipients(work, orNotFound(await eventById(work, params.id)), notifier),
      })),
    attachments: ({ actor, params }) =>
      db.work(actor, async work => (await visibleAttachments(work, params.id)).map(presentAttachment)),
    attachmentsOf: ({ actor, query }) =>
      db.work(actor, async work => {
        for (const id of query.events) orNotFound(await eventById(work, id))
        const all = await attachmentsOf(work, query.events)
        return query.events.map(eventId => ({
          eventId,
          attachments: all.filter(one => one.eventId === eventId).map(presentAttachment),
        }))
      }),
    attachment: async ({ actor, params }) => {
      const { name, type, fileId } = await db.work(actor, async work =>
        orNotFound((await visibleAttachments(work, params.id)).find(file => file.name === params.name)),
      )
      return { name, type, content: files.read(fileId) }
    },
    create: async ({ actor, body, files: uploads }) => {
      const uploaded = await storeFiles(uploads)
      return db.work(actor, async work => presentSaved(work, await createEvent(work, body, uploaded, attachmentStore, notifier)))
    },
    edit: async ({ actor, params, body, files: uploads }) => {
      const uploaded = await storeFiles(uploads)
      return db.work(actor, async work =>
        presentSaved(work, await editEvent(work, params.id, body, uploaded, attachmentStore, notifier)),
      )
    },
    remove: ({ actor, params }) =>
      db.work(actor, async work => {
        await removeEvent(work, params.id, attachmentStore, notifier)
        return {}
      }),
    quickClose: ({ actor, body }) =>
      db.work(actor, async work => ({ closed: await quickClose(work, notifier, body.ids, body.notes) })),
    takeStep: ({ actor, params, body }) =>
      db.work(actor, async work =>
        presentDetails(work, await takeStep(work, notifier, params.id, { ...body, via: 'SCREEN' }), translatorFor(texts, actor)),
      ),
    followLink: ({ actor, body }) => linkAccess.follow(body.token, actor),
    linked: ({ actor, body }) => linkAccess.look(body, actor),
    stepByLink: ({ actor, body }) => linkAccess.step(body, actor),
    setStatus: ({ actor, params, body }) =>
      db.work(actor, async work =>
        presentDetails(work, await setStatus(work, notifier, { ...params, ...body }), translatorFor(texts, actor)),
      ),
  })
}
