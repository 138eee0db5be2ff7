import { TOO_OLD } from '@steading/contract/outbox'
import type { Translate } from '@steading/locales/text'
import { translatorFor } from '@steading/locales/text'
import { randomUUID } from 'node:crypto'
import { systemActor } from '../platform/actor.ts'
import { drillUrl, eventUrl, publicUrl } from '../platform/config.ts'
import type { Work } from '../platform/database/work.ts'
import { alarmLink, drillLink } from '../platform/links.ts'
import type { Route, Sendable } from '../platform/carrier.ts'
import { Ending, NotDelivered } from '../platform/provider.ts'
import { randomToken, tokenHash } from '../platform/secrets.ts'
import type { World } from '../platform/world.ts'
import { answerable, eachAnswerable } from './answer.ts'
import { budgets } from './budget.ts'
import type { TellThere } from './budget.ts'
import * as rows from './delivery.sql.ts'
import type { DueRow, QueuedRow, Sent } from './delivery.sql.ts'
import { alarmsIn, digest, lineOf } from './digest.ts'
import type { Ticket } from './gate.ts'
import { inGsm, partsOf } from './gsm.ts'
import { newsIn } from './news.ts'
import { insertNotification } from './outbox.sql.ts'
import { passOn } from './pass.ts'
import type { Put } from './put.ts'
import { hasCost } from './ways.ts'
import type { Way, Ways } from './ways.ts'

const system = systemActor('outbox')
/** This program: what another one took up and never finished is anybody's. */
export const RUN = randomUUID()
const RETRY = { first: 2_000, most: 60_000 }
/** So often may one message be refused before nobody tries it again. */
const REFUSALS = 5
/** Links of a digest to answer by. */
const ANSWERS = 10
const VOICE_KEY_MS = 24 * 3_600_000

/** Ms before the next try, after so many. */
export const retryAfter = (attempts: number) => Math.min(RETRY.most, RETRY.first * 2 ** Math.min(attempts - 1, 10))

interface Taken {
  readonly row: QueuedRow
  /** With this one. */
  readonly attempts: number
  readonly message: Sendable
}

/** Sends what is due on one channel, several at a time, what is CRITICAL first. */
export interface Pump {
  /** Something may be due. */
  poke(): void
  start(): void
  stop(): Promise<void>
  /** What went wrong since this was asked last, other than with the way. */
  problem(): unknown
}

export function pump(world: World, channel: Route, ways: Ways, put: Put, tellThere: TellThere): Pump {
  const { alarms: db, config, clock, log, texts, secrets } = world
  const way: Way = ways[channel]!
  // Whatever the clock says meanwhile, what this program is sending it does not take up again.
  const underWay = new Map<string, Promise<void>>()
  /** Taken up, and what became of it could not be noted: when each is tried again, by its id. */
  const lost = new Map<string, number>()
  let filling: Promise<void> | null = null
  /** Something may have become due since it was looked. */
  let isPoked = false
  let stopped = true
  let problem: unknown
  const afford = budgets(config, tellThere)
  /** What came through and is not marked yet; `isBack`: after an outage of the way. */
  let through: (Sent & { readonly isBack: boolean })[] = []

  function poke() {
    isPoked = true
    if (stopped || filling) return
    filling = fill()
      .catch((error: unknown) => void (problem = error))
      .finally(() => {
        filling = null
        if (isPoked && problem === undefined) poke()
      })
  }

  /**
   * Marks what came through and sends what is due, as many at a time as there are lanes; each that ends looks for the next. Under
   * load much comes through while one transaction is under way, and goes into the next.
   */
  async function fill() {
    while (isPoked && !stopped) {
      const tickets = [...entering(way.lanes - underWay.size)]
      isPoked = false
      if (tickets.length === 0 && through.length === 0) return
      try {
        const { taken, isMore } = await marking(work => take(work, tickets.length))
        isPoked ||= isMore
        for (const one of taken) {
          const ticket = tickets.shift()!
          lost.delete(one.row.id)
          const sending = deliver(one, ticket)
            .catch((error: unknown) => {
              problem = error
              lost.set(one.row.id, clock.now() + retryAfter(one.attempts))
            })
            .finally(() => {
              ticket.unused()
              underWay.delete(one.row.id)
              poke()
            })
          underWay.set(one.row.id, sending)
        }
      } finally {
        for (const ticket of tickets) ticket.unused()
      }
    }
  }

  /** Marks what came through by now, and does this in the same transaction; what could not be marked so is marked by itself. */
  async function marking<T>(then: (work: Work) => Promise<T>): Promise<T> {
    try {
      return await mark(then)
    } catch (error) {
      if (through.length > 0) await mark(() => Promise.resolve())
      throw error
    }
  }

  async function mark<T>(then: (work: Work) => Promise<T>): Promise<T> {
    const all = through
    through = []
    try {
      return await db.work(system, async work => {
        if (all.length > 0) await rows.markSent(work, all)
        if (all.some(one => one.isBack)) await rows.hurry(work, channel)
        return then(work)
      })
    } catch (error) {
      through = [...all, ...through]
      throw error
    }
  }

  function* entering(most: number) {
    for (let n = 0; n < most; n++) {
      const ticket = way.gate.enter()
      if (!ticket) return
      yield ticket
    }
  }

  /** The next ones, made ready and taken up; is there more to look at? */
  async function take(work: Work, most: number): Promise<{ readonly taken: readonly Taken[]; readonly isMore: boolean }> {
    if (most === 0) return { taken: [], isMore: false }
    const except = [...underWay.keys(), ...through.map(one => one.id)]
    const also = [...lost].filter(([, at]) => at <= clock.now()).map(([id]) => id)
    const due = await rows.nextDue(work, channel, { most, except, also })
    const ready: QueuedRow[] = []
    for (const row of due) {
      // What goes out with others may go before those that come next here.
      if (row.gathered) {
        await gather(work, row)
        break
      }
      if (!(await dropped(work, row))) ready.push(row)
    }
    return { taken: await takeUp(work, await paid(work, ready)), isMore: due.length > 0 }
  }

  /** All that waits for the same one, in one message. */
  async function gather(work: Work, row: QueuedRow) {
    const all = await rows.gathered(work, channel, row.recipient, row.severity === 'CRITICAL')
    const live: DueRow[] = []
    for (const one of all) if (!(await dropped(work, one))) live.push(one)
    if (live.length > 1) await putDigest(work, live)
    else for (const one of live) await rows.notGathered(work, one.id)
  }

  /**
   * Those that their day has room for; others are not sent. What is CRITICAL goes by a way that costs nothing instead, and where
   * nobody hears so, by this one all the same.
   */
  async function paid(work: Work, ready: readonly QueuedRow[]): Promise<readonly QueuedRow[]> {
    const costing = hasCost(channel) ? ready.filter(row => !row.counted) : []
    if (costing.length === 0) return ready
    const bills = []
    for (const row of costing)
      bills.push({ entityId: row.entity_id, critical: row.severity === 'CRITICAL', units: await unitsOf(work, row) })
    const afforded = await afford(work, bills)
    const beyond = new Set<QueuedRow>()
    for (const [at, row] of costing.entries()) {
      if (afforded[at] === true || (row.severity === 'CRITICAL' && !(await heardFree(work, row)))) continue
      await rows.withhold(work, row.id, 'BUDGET')
      beyond.add(row)
    }
    return ready.filter(row => !beyond.has(row))
  }

  const unitsOf = async (work: Work, row: QueuedRow): Promise<number> =>
    channel === 'SMS' ? partsOf(inGsm((await words(work, row)).text)) : 1

  /** A digest is news of its parts: each of them is to be heard. */
  async function heardFree(work: Work, row: QueuedRow): Promise<boolean> {
    // A way that is known to be down carries nothing.
    if (!ways.MAIL || ways.MAIL.gate.isDown()) return false
    const parts = row.event_id === null ? await rows.partsOf(work, row.id) : [row]
    let isHeard = parts.length > 0
    for (const one of parts) isHeard = (await passOn(work, one, { ways, config }, put, { free: true })) && isHeard
    return isHeard
  }

  async function takeUp(work: Work, ready: readonly QueuedRow[]): Promise<Taken[]> {
    if (ready.length === 0) return []
    const until = new Date(clock.now() + way.lease)
    const repeated: string[] = []
    for (const row of ready) {
      const died = row.taken_by !== null
      if (died) await rows.noteAttempt(work, { id: row.id, outcome: 'UNKNOWN', detail: 'nobody noted how it ended' })
      if ((died || row.unsure) && !way.keyed) repeated.push(row.id)
    }
    await rows.takeUp(work, { ids: ready.map(({ id }) => id), repeated, by: RUN, until, counted: hasCost(channel) })
    const taken: Taken[] = []
    for (const row of ready) {
      const { key, recipient: to, subject, language, created_at: date } = row
      const said = await words(work, row)
      const message = {
        key,
        to,
        subject,
        text: channel === 'SMS' ? inGsm(said.text) : said.text,
        html: said.html,
        language,
        date,
        link: await keyPress(work, row),
        report: reportUrl(config, row.id),
      }
      taken.push({ row, attempts: row.attempts + 1, message })
    }
    return taken
  }

  const translatorOf = (row: QueuedRow) => translatorFor(texts, { language: row.language, ...notationOfRow(row) })

  /** With the link to answer by, where it tells of events, or of a drill. */
  async function words(work: Work, row: QueuedRow): Promise<Pick<Sendable, 'text' | 'html'>> {
    if (channel === 'HEARTBEAT') return row
    const t = translatorOf(row)
    if (row.drill_id !== null) {
      const links = { event: drillUrl(config, row.drill_id), answer: drillLink(config, secrets, row.id) }
      return answerable(channel, row, { ...links, said: t('drill.mail.confirm') })
    }
    const answer = alarmLink(config, secrets, row.id)
    if (row.event_id !== null) {
      const links = { event: eventUrl(config, row.event_id), answer, alone: row.user_id === null }
      return answerable(channel, row, { ...links, said: t('mail.alarm.answer') })
    }
    const parts = await rows.partsOf(work, row.id)
    // A letter tells of no event.
    if (parts.length === 0) return row
    return channel === 'MAIL'
      ? mailOfMany(row, parts, answer, t)
      : answerable(channel, row, { event: eventsUrl(config), answer, said: '' })
  }

  /** A digest's mail has a link for each of the gravest, and one for all where there are more. */
  function mailOfMany(row: QueuedRow, parts: readonly QueuedRow[], all: string, t: Translate) {
    const ids = new Map(parts.map(one => [one.event_id, one.id]))
    const alarms = alarmsIn(parts.flatMap(one => newsIn(one.news) ?? []))
    const answers = alarms
      .slice(0, ANSWERS)
      .map(one => ({ words: lineOf(one, t), href: alarmLink(config, secrets, ids.get(one.eventId)!) })) // safe: made of them
    const rest = alarms.length > ANSWERS ? [{ words: t('digest.all', { count: alarms.length }), href: all }] : []
    const links = { list: eventsUrl(config), answers: [...answers, ...rest], alone: row.user_id === null }
    return eachAnswerable(row, { ...links, said: t('mail.alarm.answer') })
  }

  /** Nobody is to hear of it any more. */
  async function dropped(work: Work, row: DueRow): Promise<boolean> {
    if (way.isOver?.(row.key) === true) {
      await rows.drop(work, row.id)
      return true
    }
    if (!row.hears) await rows.withhold(work, row.id, 'RECIPIENT')
    else if (row.drill_id !== null && (await rows.isDrillOver(work, row.drill_id)))
      await rows.withhold(work, row.id, 'DRILL_OVER')
    else if (row.event_id !== null && (row.quiet || isStale(work, row)) && (await rows.isOver(work, row.event_id)))
      await rows.withhold(work, row.id, row.quiet ? 'QUIET_OVER' : 'OVER')
    // Nobody is called about what was closed meanwhile; what is written may still be read.
    else if (row.event_id !== null && channel === 'VOICE' && (await rows.isOver(work, row.event_id, row.created_at)))
      await rows.withhold(work, row.id, 'OVER')
    else if (row.event_id === null && isStale(work, row) && (await rows.areOver(work, row.id)))
      await rows.withhold(work, row.id, 'OVER')
    else return false
    return true
  }

  async function putDigest(work: Work, all: readonly QueuedRow[]) {
    const [first] = all as [QueuedRow]
    if (channel === 'HEARTBEAT') return
    const t = translatorOf(first)
    const news = all.flatMap(one => newsIn(one.news) ?? [])
    const id = await insertNotification(work, {
      ...digest(channel, news, t, { timeZone: first.time_zone, now: work.now, link: eventsUrl(config) }),
      ...{ key: `digest|${first.key}`, eventId: null, occurrenceId: null, entityId: first.entity_id, channel },
      ...{ userId: first.user_id, address: first.recipient, language: first.language, timeZone: first.time_zone },
      ...notationOfRow(first),
      ...{ severity: news.some(one => one.severity === 'CRITICAL') ? 'CRITICAL' : 'MAJOR', state: 'QUEUED' },
    })
    const ids = all.map(one => one.id)
    await rows.joinDigest(work, ids, id!)
  }

  /** Where a key press of this call goes. */
  async function keyPress(work: Work, row: QueuedRow): Promise<string | null> {
    if (channel !== 'VOICE') return null
    const token = randomToken()
    await rows.insertVoiceKey(work, tokenHash(token), row.id, new Date(clock.now() + VOICE_KEY_MS))
    return voiceUrl(config, token)
  }

  /** One delivery. It was taken up first and is marked after: a crash between sends the same message, of the same key, again. */
  async function deliver({ row, attempts, message }: Taken, ticket: Ticket) {
    const { id } = row
    try {
      const reference = await way.send(message, { first: row.severity === 'CRITICAL' })
      through.push({ id, reference, isBack: ticket.well() })
    } catch (error) {
      if (error instanceof Ending) return void (await db.work(system, work => rows.giveBack(work, id)))
      if (!(error instanceof NotDelivered)) throw error
      const { outcome, ofWay, again } = error.said
      if (ofWay) ticket.badly(again)
      else ticket.well()
      const refused = outcome === 'REFUSED'
      const final = refused && row.refusals + 1 >= REFUSALS
      const wait = Math.max(retryAfter(refused ? row.refusals + 1 : attempts), again)
      await db.work(system, async work => {
        const next = final ? null : new Date(clock.now() + wait)
        await rows.markFailed(work, id, { error: error.message, next, refused, unsure: outcome === 'UNKNOWN', own: !ofWay })
        await rows.noteAttempt(work, { id, outcome, detail: error.message })
        // Who ends the program while it is sent says nothing of the way.
        if (ofWay && !stopped) await rows.noteWaiting(work, channel)
      })
      // What a server answers may name the recipient: it stands with the message alone.
      log.warn({ notification: id, channel, attempts, final, outcome }, 'a message was not delivered')
    }
  }

  return {
    poke,
    start: () => void (stopped = false),
    async stop() {
      stopped = true
      await filling
      await Promise.all(underWay.values())
      // Otherwise the next program sends them again, under the same keys.
      if (through.length > 0)
        await mark(() => Promise.resolve()).catch((error: unknown) =>
          log.warn({ err: error, channel }, 'what was sent is not marked'),
        )
    },
    problem() {
      const seen = problem
      problem = undefined
      return seen
    },
  }
}

const notationOfRow = (row: QueuedRow) => ({ numberFormat: row.number_format, dateFormat: row.date_format })

/** It waited so long for its way that it may be over. */
const isStale = ({ now }: Work, { created_at: at }: QueuedRow) => now.getTime() - at.getTime() > TOO_OLD

/** As the provider is told it, and as its signature is made of it; null: the platform has no address outside. */
export const reportUrl = (config: World['config'], id: string) =>
  config.PUBLIC_URL === undefined ? null : `${publicUrl(config)}/services/notifications/reports/${id}`
const eventsUrl = (config: World['config']) => `${publicUrl(config)}/events`

/** As the provider is told it, and as its signature is made of it. */
export const voiceUrl = (config: World['config'], token: string) => `${publicUrl(config)}/services/notifications/voice/${token}`
/** Where the provider brings replies, as its signature is made of it. */
export const repliesUrl = (config: World['config']) => `${publicUrl(config)}/services/notifications/replies`
