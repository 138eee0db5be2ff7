import type { Translate } from '@steading/locales/text'
import { translatorFor } from '@steading/locales/text'
import { publicUrl } from '../../platform/config/config.ts'
import type { Config } from '../../platform/config/config.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { randomToken, tokenHash } from '../../platform/security/secrets.ts'
import type { World } from '../../platform/world.ts'
import { answerable, eachAnswerable } from '../messages/answerLinks.ts'
import { inGsm, partsOf } from '../messages/gsmAlphabet.ts'
import { alarmLink, drillLink, drillUrl, eventsUrl, eventUrl } from '../messages/linkTokens.ts'
import { createRenderer } from '../messages/renderer.ts'
import { storedAlarm } from '../messages/templates/alarm.ts'
import { digestTemplate, distinctAlarms, lineOf } from '../messages/templates/digest.ts'
import type { OutgoingMessage, TransportRoute } from '../transport/transportWorker.ts'
import { digestParts, insertVoiceKey } from './delivery.sql.ts'
import type { QueuedRow } from './delivery.sql.ts'

/** Most answer links of a digest. */
const ANSWER_LINKS = 10
const VOICE_KEY_MS = 24 * 3_600_000

type Body = Pick<OutgoingMessage, 'text' | 'html'>

const readerOf = (row: QueuedRow) => ({
  language: row.language,
  numberFormat: row.number_format,
  dateFormat: row.date_format,
  timeZone: row.time_zone,
})

/** Turns queued messages of a channel into what its transport sends: with HTML, answer links and callbacks. */
export function createOutgoingMessages(world: Pick<World, 'config' | 'clock' | 'texts' | 'secrets'>, channel: TransportRoute) {
  const { config, clock, texts, secrets } = world
  const renderer = createRenderer(world)
  const baseUrl = publicUrl(config)

  const storedBody = (row: QueuedRow): Body => ({
    text: row.text,
    html: channel === 'MAIL' ? renderer.storedHtml(row, readerOf(row)) : '',
  })

  /** Text and HTML with the link that answers the alarm or the drill: it is a secret, so it is added last and never stored. */
  async function bodyOf(work: UnitOfWork, row: QueuedRow): Promise<Body> {
    if (channel === 'HEARTBEAT') return { text: row.text, html: '' }
    const t = translatorFor(texts, readerOf(row))
    if (row.drill_id !== null) {
      const links = { event: drillUrl(baseUrl, row.drill_id), answer: drillLink(config, secrets, row.id) }
      return answerable(channel, storedBody(row), { ...links, label: t('drill.mail.confirm') })
    }
    const answer = alarmLink(config, secrets, row.id)
    if (row.event_id !== null) {
      const links = { event: eventUrl(baseUrl, row.event_id), answer, alone: row.user_id === null }
      return answerable(channel, storedBody(row), { ...links, label: t('mail.alarm.answer') })
    }
    const parts = await digestParts(work, row.id)
    if (parts.length === 0) return storedBody(row)
    return channel === 'MAIL'
      ? digestEmail(row, parts, answer, t)
      : answerable(channel, storedBody(row), { event: eventsUrl(baseUrl), answer, label: '' })
  }

  /** The e-mail of a digest has an answer link for each of its most severe alarms, and one for all if there are more. */
  function digestEmail(row: QueuedRow, parts: readonly QueuedRow[], answerAll: string, t: Translate): Body {
    const ids = new Map(parts.map(part => [part.event_id, part.id]))
    const stored = parts.flatMap(part => storedAlarm(part) ?? [])
    const alarms = distinctAlarms(stored)
    const answers = alarms
      .slice(0, ANSWER_LINKS)
      .map(alarm => ({ words: lineOf(alarm, t), href: alarmLink(config, secrets, ids.get(alarm.eventId)!) })) // safe: made of them
    const rest = alarms.length > ANSWER_LINKS ? [{ words: t('digest.all', { count: alarms.length }), href: answerAll }] : []
    const html = renderer.htmlOf(digestTemplate, { alarms: stored, at: row.created_at }, readerOf(row))
    const links = { list: eventsUrl(baseUrl), answers: [...answers, ...rest], alone: row.user_id === null }
    return eachAnswerable({ text: row.text, html }, { ...links, label: t('mail.alarm.answer') })
  }

  /** Callback of a key press during a call. */
  async function voiceCallback(work: UnitOfWork, row: QueuedRow): Promise<string | null> {
    if (channel !== 'VOICE') return null
    const token = randomToken()
    await insertVoiceKey(work, tokenHash(token), row.id, new Date(clock.now() + VOICE_KEY_MS))
    return voiceUrl(config, token)
  }

  return {
    async messageOf(work: UnitOfWork, row: QueuedRow): Promise<OutgoingMessage> {
      const { text, html } = await bodyOf(work, row)
      return {
        key: row.key,
        to: row.recipient,
        subject: row.subject,
        text: channel === 'SMS' ? inGsm(text) : text,
        html,
        language: row.language,
        date: row.created_at,
        link: await voiceCallback(work, row),
        report: reportUrl(config, row.id),
      }
    },
    /** Parts of a text message; 1 for any other. */
    async costOf(work: UnitOfWork, row: QueuedRow): Promise<number> {
      return channel === 'SMS' ? partsOf(inGsm((await bodyOf(work, row)).text)) : 1
    },
  }
}
export type OutgoingMessages = ReturnType<typeof createOutgoingMessages>

/** Callback URLs; providers sign them as they are given here. */
export const voiceUrl = (config: Config, token: string) => `${publicUrl(config)}/services/notifications/voice/${token}`
export const repliesUrl = (config: Config) => `${publicUrl(config)}/services/notifications/replies`
/** null: the platform has no public address. */
export const reportUrl = (config: Config, id: string) =>
  config.PUBLIC_URL === undefined ? null : `${publicUrl(config)}/services/notifications/reports/${id}`
