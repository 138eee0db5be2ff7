import { kindOf } from '@steading/contract/categories'
import type { EventChange, LinkedAlarm } from '@steading/contract/events'
import { readingWords } from '@steading/locales/condition'
import { since } from '@steading/locales/format'
import { defaultLanguage, languageOf } from '@steading/locales/languages'
import { matterOf, newsOf, placeOf } from '../outbox/index.ts'
import type { StoredNews } from '../outbox/index.ts'
import { systemActor } from '../platform/actor.ts'
import type { Actor } from '../platform/actor.ts'
import { found } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { invalid } from '../platform/failures.ts'
import { messageOf } from '../platform/links.ts'
import { randomToken, tokenHash } from '../platform/secrets.ts'
import type { World } from '../platform/world.ts'
import { present, presentChange } from './events.ts'
import { changesOf } from './changes.sql.ts'
import { eventById } from './events.sql.ts'
import { readSince } from './climb.sql.ts'
import { takeStep } from './steps.ts'
import { linkOfKey, linkOfMessage, useLink } from './steps.sql.ts'
import type { LinkOf } from './steps.sql.ts'
import type { Telling } from './telling.ts'

const DAY = 86_400_000
/** So long does a link wait to be followed, and what it opened stay open, ms. */
const FOLLOWED_WITHIN = 7 * DAY
const OPEN_FOR = DAY

const system = systemActor('links')

type Given = Pick<Actor, 'ip' | 'requestId'>

/** Whoever holds a link may see and answer its one event, at its one place. */
export const actorOf = (link: Omit<LinkOf, 'notificationId'>, { ip, requestId }: Given = {}): Actor => ({
  kind: link.userId === null ? 'anyone' : 'user',
  id: link.userId,
  name: link.reader,
  scope: [link.path],
  entityId: link.entityId,
  permissions: new Set(['events.read', 'helpdesk.read']),
  language: languageOf(link.language ?? '') ?? defaultLanguage,
  timeZone: link.timeZone,
  ...(ip !== undefined && { ip }),
  ...(requestId !== undefined && { requestId }),
})

/** Events by the links of messages, without signing in. */
export function links({ db, secrets, texts }: Pick<World, 'db' | 'secrets' | 'texts'>, telling: Telling) {
  const opened = async (key: string) => {
    const link = await db.work(system, work => linkOfKey(work, tokenHash(key)))
    if (!link) throw invalid('key', 'code')
    return link
  }
  const shown = async (work: Work, { notificationId, eventId, reader }: LinkOf): Promise<LinkedAlarm> => {
    const row = found(await eventById(work, eventId))
    const { language, timeZone } = work.actor
    const news = await newsOf(work, notificationId)
    const { title, severityLevel, status, cause, openDate, closeDate } = present(row, texts[language])
    return {
      ...{ eventId, title, severityLevel, status, cause, openDate, closeDate, reader, language, timeZone },
      place: news ? placeOf(news) : row.entity.displayName,
      lines: [
        ...(news ? await told(work, news, row.status !== 'CLOSED') : []),
        ...(row.description ? row.description.split('\n') : []),
      ],
      changes: (await changesOf(work, eventId)).map(presentChange(texts[language])).map(named),
    }
  }
  /** In the words of the mail: what is the matter and since when, what the sensor says since, what to do first. */
  async function told(work: Work, news: StoredNews, lasts: boolean): Promise<string[]> {
    const { language, timeZone } = work.actor
    const { facts, advice } = matterOf(news, texts[language], timeZone)
    return [...facts, ...(lasts ? await nowWords(work, news) : []), ...advice]
  }
  /** Nothing of a counter: how far it stands says nothing. */
  async function nowWords(work: Work, { cause, at }: StoredNews): Promise<string[]> {
    const read = cause && kindOf(cause) !== 'COUNTER' && (await readSince(work, cause.interfaceId, at))
    if (!cause || !read) return []
    const { language, timeZone } = work.actor
    const value = typeof cause.reading === 'boolean' ? read.value === 1 : (read.value ?? read.text ?? '')
    const said = { time: since(read.at, work.now, timeZone), value: readingWords(cause, value, texts[language]) }
    return [texts[language]('alarm.link.now', said)]
  }
  return {
    /** Opens once: a second time somebody else may hold it. */
    async follow(token: string, given: Given) {
      const message = messageOf(secrets, token)
      const key = randomToken()
      const link = await db.work(system, async work => {
        const there = message !== null && (await linkOfMessage(work, message, new Date(work.now.getTime() - FOLLOWED_WITHIN)))
        if (!there) throw invalid('token', 'code')
        const until = new Date(work.now.getTime() + OPEN_FOR)
        if (!(await useLink(work, there.notificationId, tokenHash(key), until))) throw invalid('token', 'usedLink')
        return there
      })
      return { key, alarm: await db.work(actorOf(link, given), work => shown(work, link)) }
    },
    async look(key: string, given: Given) {
      const link = await opened(key)
      return db.work(actorOf(link, given), work => shown(work, link))
    },
    async step({ key, ...asked }: { readonly key: string } & Omit<Parameters<typeof takeStep>[3], 'via'>, given: Given) {
      const link = await opened(key)
      return db.work(actorOf(link, given), async work => {
        await takeStep(work, telling, link.eventId, { ...asked, via: 'LINK' })
        return shown(work, link)
      })
    },
  }
}

/** By name alone: who follows a link knows nobody's number here. */
const named = ({ user, name, ...rest }: EventChange) => ({ ...rest, name: user?.shortName ?? name })
