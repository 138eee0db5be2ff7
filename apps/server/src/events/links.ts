import { kindOf } from '@steading/contract/categories'
import type { ByLink, EventChange, Linked, LinkedAlarm, LinkedAlarms, StepByLink } from '@steading/contract/events'
import { readingWords } from '@steading/locales/condition'
import { since } from '@steading/locales/format'
import { choiceOf, languageFor } from '@steading/locales/notation'
import type { NotationChoice } from '@steading/locales/notation'
import { translatorFor } from '@steading/locales/text'
import { matterOf, newsOf, placeOf } from '../outbox/index.ts'
import type { StoredNews } from '../outbox/index.ts'
import { systemActor } from '../platform/actor.ts'
import type { Actor } from '../platform/actor.ts'
import { found } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { invalid, NotFound } from '../platform/failures.ts'
import { messageOf } from '../platform/links.ts'
import { randomToken, tokenHash } from '../platform/secrets.ts'
import type { World } from '../platform/world.ts'
import type { z } from 'zod'
import { presentAll, presentChange, presentOne } from './events.ts'
import { changesOf } from './changes.sql.ts'
import { eventById, urgentOf } from './events.sql.ts'
import { readSince } from './climb.sql.ts'
import { maySolve, takeStep } from './steps.ts'
import { linksOfKey, linksOfMessage, useLink } from './steps.sql.ts'
import type { LinkOf } from './steps.sql.ts'
import { lasts } from './steps.sql.ts'
import type { Telling } from './telling.ts'

const DAY = 86_400_000
/** So long does a link wait to be followed, and what it opened stay open, ms. */
const FOLLOWED_WITHIN = 7 * DAY
const OPEN_FOR = DAY

/** Of many that one message told of; the rest is told by its number. */
const SHOWN = 100

const system = systemActor('links')

type Given = Pick<Actor, 'ip' | 'requestId'>

/** Reader of a link page: language, notation and time zone. */
const readingOf = (of: NotationChoice & { readonly language: string | null; readonly timeZone: string }) => ({
  language: languageFor({ language: of.language ?? '' }),
  ...choiceOf(of),
  timeZone: of.timeZone,
})

/** Whoever holds a link may see and answer its one event, at its one place; `beside`: places of others that it told of. */
export const actorOf = (
  link: Omit<LinkOf, 'notificationId'>,
  { ip, requestId }: Given = {},
  beside: readonly string[] = [],
): Actor => ({
  kind: link.userId === null ? 'anyone' : 'user',
  id: link.userId,
  name: link.reader,
  scope: [...new Set([link.path, ...beside])],
  entityId: link.entityId,
  permissions: new Set(['events.read', 'helpdesk.read']),
  ...readingOf(link),
  ...(ip !== undefined && { ip }),
  ...(requestId !== undefined && { requestId }),
})

/** Events by the links of messages, without signing in. */
export function links({ db, secrets, texts }: Pick<World, 'db' | 'secrets' | 'texts'>, telling: Telling) {
  const opened = async (key: string) => {
    const all = await db.work(system, work => linksOfKey(work, tokenHash(key)))
    if (all.length === 0) throw invalid('key', 'endedLink')
    return all
  }
  const shown = async (work: Work, { notificationId, eventId, reader }: LinkOf): Promise<LinkedAlarm> => {
    const row = found(await eventById(work, eventId))
    const t = translatorFor(texts, work.actor)
    const news = await newsOf(work, notificationId)
    const { lasting, title, severityLevel, status, cause, openDate, closeDate } = await presentOne(work, row, t)
    return {
      ...{ eventId, title, severityLevel, status, cause, openDate, closeDate, lasting, reader, ...readingOf(work.actor) },
      place: news ? placeOf(news) : row.entity.displayName,
      lines: [
        ...(news ? await told(work, news, row.status !== 'CLOSED' || lasting !== null) : []),
        ...(row.description ? row.description.split('\n') : []),
      ],
      changes: (await changesOf(work, eventId)).map(presentChange(t)).map(named),
      lasts: await lasts(work, eventId),
      maySolve: maySolve(work.actor),
    }
  }
  const listed = async (work: Work, all: readonly LinkOf[], reader: string): Promise<LinkedAlarms> => {
    const ids = all.map(one => one.eventId)
    const events = await presentAll(work, await urgentOf(work, ids, SHOWN), translatorFor(texts, work.actor))
    const alarms = events.map(({ id: eventId, title, severityLevel, status, category, openDate, takenUp, entity }) => ({
      ...{ eventId, title, severityLevel, status, category, openDate, takenUp },
      place: entity.displayName,
    }))
    return { alarms, count: all.length, reader, ...readingOf(work.actor) }
  }
  /** The one that is asked for, or the only one; of several all. */
  const show = (all: readonly LinkOf[], eventId: string | undefined, given: Given): Promise<Linked> => {
    const one = the(all, eventId)
    if (one) return db.work(actorOf(one, given), work => shown(work, one))
    const [first] = all as [LinkOf] // safe: a link that opens nothing is refused before
    const paths = all.map(({ path }) => path)
    return db.work(actorOf(first, given, paths), work => listed(work, all, first.reader))
  }
  /** In the words of the mail: what is the matter and since when, what the sensor says since, what to do first. */
  async function told(work: Work, news: StoredNews, stands: boolean): Promise<string[]> {
    const { facts, advice } = matterOf(news, translatorFor(texts, work.actor), work.actor.timeZone)
    return [...facts, ...(stands ? await nowWords(work, news) : []), ...advice]
  }
  /** Nothing of a counter: how far it stands says nothing. */
  async function nowWords(work: Work, { cause, at }: StoredNews): Promise<string[]> {
    const read = cause && kindOf(cause) !== 'COUNTER' && (await readSince(work, { interfaceId: cause.interfaceId, since: at }))
    if (!cause || !read) return []
    const { timeZone } = work.actor
    const t = translatorFor(texts, work.actor)
    const value = typeof cause.reading === 'boolean' ? read.value === 1 : (read.value ?? read.text ?? '')
    const values = { time: since(read.ts, work.now, timeZone, t), value: readingWords(cause, value, t) }
    return [t('alarm.link.now', values)]
  }
  return {
    /** Opens once: a second time somebody else may hold it. */
    async follow(token: string, given: Given) {
      const message = messageOf(secrets, token)
      const key = randomToken()
      const all = await db.work(system, async work => {
        if (message === null) throw invalid('token', 'code')
        const there = await linksOfMessage(work, message, new Date(work.now.getTime() - FOLLOWED_WITHIN))
        if (there.length === 0) throw invalid('token', 'endedLink')
        const until = new Date(work.now.getTime() + OPEN_FOR)
        if (!(await useLink(work, message, tokenHash(key), until))) throw invalid('token', 'usedLink')
        return there
      })
      return { key, opened: await show(all, undefined, given) }
    },
    look: async ({ key, eventId }: z.output<typeof ByLink>, given: Given) => show(await opened(key), eventId, given),
    async step({ key, eventId, ...asked }: z.output<typeof StepByLink>, given: Given) {
      const link = the(await opened(key), eventId)
      if (!link) throw invalid('eventId', 'required')
      return db.work(actorOf(link, given), async work => {
        await takeStep(work, telling, link.eventId, { ...asked, via: 'LINK' })
        return shown(work, link)
      })
    },
  }
}

/** Which of what a link tells of is meant; undefined: it tells of several, and nobody says which. */
function the(all: readonly LinkOf[], eventId: string | undefined): LinkOf | undefined {
  if (eventId === undefined) return all.length === 1 ? all[0] : undefined
  const one = all.find(link => link.eventId === eventId)
  if (!one) throw new NotFound()
  return one
}

/** By name alone: who follows a link knows nobody's number here. */
const named = ({ user, name, ...rest }: EventChange) => ({ ...rest, name: user?.shortName ?? name })
