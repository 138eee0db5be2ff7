import { kindOf } from '@steading/contract/devices/categories'
import { CHECKLISTS } from '@steading/contract/events/checklists'
import type {
  ByLink,
  EventCategory,
  EventChange,
  Linked,
  LinkedAlarm,
  LinkedAlarms,
  StepByLink,
} from '@steading/contract/events/events'
import { readingWords } from '@steading/locales/condition'
import { since } from '@steading/locales/format'
import { choiceOf, languageFor } from '@steading/locales/notation'
import type { NotationChoice } from '@steading/locales/notation'
import { translatorFor } from '@steading/locales/text'
import { alarmOfNotification, dangerLines, matterOf, notificationOfToken, placeOf } from '../../outbox/index.ts'
import type { AlarmValues } from '../../outbox/index.ts'
import { systemActor } from '../../platform/actor.ts'
import type { Actor } from '../../platform/actor.ts'
import { orNotFound } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { invalid, NotFound } from '../../platform/failures.ts'
import { randomToken, tokenHash } from '../../platform/security/secrets.ts'
import type { World } from '../../platform/world.ts'
import type { z } from 'zod'
import { presentDanger } from '../danger/eventDanger.ts'
import { presentEvents, presentChange, presentEvent } from '../events.ts'
import { changesOf } from '../status/changes.sql.ts'
import { eventById, mostUrgentEvents } from '../events.sql.ts'
import { goodReadingSince } from '../../readings/index.ts'
import { maySolve, takeStep } from './steps.ts'
import { mayFind } from '../status/finding.ts'
import { isOngoing } from '../status/ongoing.sql.ts'
import { linksOfKey, linksOfMessage, useLink } from './links.sql.ts'
import type { EventLink } from './links.sql.ts'
import type { Notifier } from '../notification/notifier.types.ts'

const DAY = 86_400_000
/** ms during which a link can be opened, and during which its key stays valid. */
const LINK_LIFETIME = 7 * DAY
const KEY_LIFETIME = DAY

/** Events listed for a digest; the total is given as a number. */
const MAX_EVENTS = 100

const system = systemActor('links')

type RequestOrigin = Pick<Actor, 'ip' | 'requestId'>

/** Reader of a link page: language, notation and time zone. */
const localeOf = (of: NotationChoice & { readonly language: string | null; readonly timeZone: string }) => ({
  language: languageFor({ language: of.language ?? '' }),
  ...choiceOf(of),
  timeZone: of.timeZone,
})

/** Actor of a link: may read and answer its event at its entity; `otherPaths`: entities of further events in the digest. */
export const actorOf = (
  link: Omit<EventLink, 'notificationId'>,
  { ip, requestId }: RequestOrigin = {},
  otherPaths: readonly string[] = [],
): Actor => ({
  kind: link.userId === null ? 'anyone' : 'user',
  id: link.userId,
  name: link.reader,
  scope: [...new Set([link.path, ...otherPaths])],
  entityId: link.entityId,
  permissions: new Set(['events.read', 'helpdesk.read']),
  ...localeOf(link),
  ...(ip !== undefined && { ip }),
  ...(requestId !== undefined && { requestId }),
})

/** Events by the links of messages, without signing in. */
export function createLinkAccess({ db, secrets, texts }: Pick<World, 'db' | 'secrets' | 'texts'>, notifier: Notifier) {
  const linksOfValidKey = async (key: string) => {
    const all = await db.work(system, work => linksOfKey(work, tokenHash(key)))
    if (all.length === 0) throw invalid('key', 'endedLink')
    return all
  }
  const presentLinkedAlarm = async (work: UnitOfWork, { notificationId, eventId, reader }: EventLink): Promise<LinkedAlarm> => {
    const row = orNotFound(await eventById(work, eventId))
    const t = translatorFor(texts, work.actor)
    const alarm = await alarmOfNotification(work, notificationId)
    const { lasting, title, severityLevel, status, cause, finding, openDate, closeDate } = await presentEvent(work, row, t)
    return {
      eventId,
      title,
      severityLevel,
      status,
      cause,
      finding,
      mayFind: mayFind(row),
      openDate,
      closeDate,
      lasting,
      reader,
      ...localeOf(work.actor),
      place: alarm ? placeOf(alarm) : row.entity.displayName,
      lines: [
        // Computed now, not as it was when the message was sent.
        ...dangerLines(await presentDanger(work, row), t),
        ...(alarm ? await messageLines(work, alarm, row.status !== 'CLOSED' || lasting !== null) : []),
        ...(row.description ? row.description.split('\n') : []),
      ],
      changes: (await changesOf(work, eventId)).map(presentChange(t)).map(withoutPhone),
      lasts: await isOngoing(work, eventId),
      maySolve: maySolve(work.actor),
      checklist: [...CHECKLISTS[row.category as EventCategory]], // safe: every writer is typed
    }
  }
  const presentLinkedAlarms = async (work: UnitOfWork, all: readonly EventLink[], reader: string): Promise<LinkedAlarms> => {
    const ids = all.map(link => link.eventId)
    const events = await presentEvents(work, await mostUrgentEvents(work, ids, MAX_EVENTS), translatorFor(texts, work.actor))
    const alarms = events.map(({ id: eventId, title, severityLevel, status, category, openDate, takenUp, entity }) => ({
      eventId,
      title,
      severityLevel,
      status,
      category,
      openDate,
      takenUp,
      place: entity.displayName,
    }))
    return { alarms, count: all.length, reader, ...localeOf(work.actor) }
  }
  /** Presents the requested event, or the only one; otherwise the list. */
  const presentLinks = (all: readonly EventLink[], eventId: string | undefined, origin: RequestOrigin): Promise<Linked> => {
    const link = selectLink(all, eventId)
    if (link) return db.work(actorOf(link, origin), work => presentLinkedAlarm(work, link))
    const [first] = all as [EventLink] // safe: a link that opens nothing is refused before
    const paths = all.map(({ path }) => path)
    return db.work(actorOf(first, origin, paths), work => presentLinkedAlarms(work, all, first.reader))
  }
  /** Lines of the mail: facts, current reading, advice. */
  async function messageLines(work: UnitOfWork, alarm: AlarmValues, isActive: boolean): Promise<string[]> {
    const { facts, advice } = matterOf(alarm, translatorFor(texts, work.actor), work.actor.timeZone)
    return [...facts, ...(isActive ? await currentReadingLine(work, alarm) : []), ...advice]
  }
  /** Line with the current reading; none for counters, whose total says nothing. */
  async function currentReadingLine(work: UnitOfWork, { cause, at }: AlarmValues): Promise<string[]> {
    const read =
      cause && kindOf(cause) !== 'COUNTER' && (await goodReadingSince(work, { interfaceId: cause.interfaceId, since: at }))
    if (!cause || !read) return []
    const { timeZone } = work.actor
    const t = translatorFor(texts, work.actor)
    const value = typeof cause.reading === 'boolean' ? read.value === 1 : (read.value ?? read.text ?? '')
    const values = { time: since(read.ts, work.now, timeZone, t), value: readingWords(cause, value, t) }
    return [t('alarm.link.now', values)]
  }
  return {
    /** Exchanges the token for a key, once: a forwarded link must not open again. */
    async follow(token: string, origin: RequestOrigin) {
      const message = notificationOfToken(secrets, token)
      const key = randomToken()
      const all = await db.work(system, async work => {
        if (message === null) throw invalid('token', 'code')
        const found = await linksOfMessage(work, message, new Date(work.now.getTime() - LINK_LIFETIME))
        if (found.length === 0) throw invalid('token', 'endedLink')
        const until = new Date(work.now.getTime() + KEY_LIFETIME)
        if (!(await useLink(work, message, tokenHash(key), until))) throw invalid('token', 'usedLink')
        return found
      })
      return { key, opened: await presentLinks(all, undefined, origin) }
    },
    look: async ({ key, eventId }: z.output<typeof ByLink>, origin: RequestOrigin) =>
      presentLinks(await linksOfValidKey(key), eventId, origin),
    async step({ key, eventId, ...asked }: z.output<typeof StepByLink>, origin: RequestOrigin) {
      const link = selectLink(await linksOfValidKey(key), eventId)
      if (!link) throw invalid('eventId', 'required')
      return db.work(actorOf(link, origin), async work => {
        await takeStep(work, notifier, link.eventId, { ...asked, via: 'LINK' })
        return presentLinkedAlarm(work, link)
      })
    },
  }
}

/** The event that the caller means; undefined if the link covers several and none was named. */
function selectLink(all: readonly EventLink[], eventId: string | undefined): EventLink | undefined {
  if (eventId === undefined) return all.length === 1 ? all[0] : undefined
  const link = all.find(link => link.eventId === eventId)
  if (!link) throw new NotFound()
  return link
}

/** Only the name of the author: readers of a link see no phone numbers. */
const withoutPhone = ({ user, name, ...rest }: EventChange) => ({ ...rest, name: user?.shortName ?? name })
