import { DRILL_WITHIN } from '@steading/contract/drills'
import { CHANNELS } from '@steading/contract/outbox'
import type { Channel } from '@steading/contract/outbox'
import type { Translate } from '@steading/locales/text'
import { translatorFor } from '@steading/locales/text'
import { responsiblesAt } from '../entities/index.ts'
import { systemActor } from '../platform/actor.ts'
import { byItself } from '../platform/database/byItself.ts'
import type { Work } from '../platform/database/work.ts'
import { every } from '../platform/every.ts'
import { NotDelivered } from '../platform/provider.ts'
import type { Posted } from '../platform/provider.ts'
import { tokenHash } from '../platform/secrets.ts'
import type { Part, World } from '../platform/world.ts'
import { addressOn, audience } from './audience.ts'
import type { Told } from './audience.ts'
import { beats } from './beat.ts'
import * as delivery from './delivery.sql.ts'
import { teller } from './direct.ts'
import { drillTeller } from './drill.ts'
import type { DrillHearer, DrillNews } from './drill.ts'
import { inChargeOf } from './inCharge.ts'
import type { letterOf } from './letter.ts'
import { spokenOf } from './digest.ts'
import { newsIn } from './news.ts'
import type { News } from './news.ts'
import { insertNotification, peopleOf, toldOn } from './outbox.sql.ts'
import type { Recipient } from './outbox.sql.ts'
import { inStead, isReached, nextTo, PASS_AFTER, passOn, reachedBy } from './pass.ts'
import { pump, repliesUrl, reportUrl, RUN, voiceUrl } from './pump.ts'
import { putter } from './put.ts'
import type { Destination } from './put.ts'
import { sparedBy } from './throttle.ts'
import { openChannels, openWays, waysOf } from './ways.ts'

export type { News } from './news.ts'
export type Heard = Readonly<Record<Channel, number>>

/** Somebody said by a message that they take care of an event. */
export interface Acknowledged {
  readonly eventId: string
  /** null: somebody without an account. */
  readonly userId: string | null
  /** Where they were called. */
  readonly recipient: string
  readonly channel: Channel
}
declare module '../platform/bus.ts' {
  interface Messages {
    'notification.acknowledged': Acknowledged
    /** Somebody said that a message of a drill reached them. */
    'drill.confirmed': { readonly drillId: string }
  }
}

export interface Outbox {
  readonly part: Part
  /** Puts what is to be sent beside what it tells of, in the same transaction; answers how many will hear of it on each channel. */
  tell(work: Work, news: News): Promise<Heard>
  /** Whom news of an event would reach now, by each message; what a channel that is shut would say reaches nobody. */
  hearers(work: Work, told: Told): Promise<readonly Destination[]>
  /**
   * Tells the responsibles of a place other than who did it, of the nearest place above where it has none; answers how many.
   * Whatever they have chosen: it is about who watches.
   */
  others(work: Work, notice: Notice): Promise<number>
  /** Puts a letter to one person where messages wait for their turn, once for its key. */
  write(work: Work, letter: PersonalLetter): Promise<void>
  /**
   * Sends a letter that concerns one person alone, now. What it says is not stored, since it may open an account; without a
   * mail server it is kept where ROOT alone finds it.
   * @throws NotDelivered
   */
  post(letter: PersonalLetter): Promise<void>
  /** Told after the commit, once for each event of a call that somebody answered with the key. Answers how to stop. */
  onAcknowledged(listener: (one: Acknowledged) => void | Promise<void>): () => void
  /** Somebody pressed a key during a call: the language to answer in, and whether it was the one; undefined: of no call. */
  pressed(key: Pressed): Promise<{ readonly t: Translate; readonly isNoted: boolean; readonly isDrill: boolean } | undefined>
  /** Somebody wrote back from a number; false: whoever says so is not the provider. */
  replied(reply: Pick<Posted, 'fields' | 'signature'> & { readonly from: string; readonly text: string }): Promise<boolean>
  /** What became of a message that a provider took; false: whoever says so is not the provider, or there is no such message. */
  reported(report: Report): Promise<boolean>
  /** Who would hear of a drill at a place, message by message. */
  drillHearers(work: Work, entityId: string): Promise<DrillHearer[]>
  /** Tells them; answers the messages. */
  drill(work: Work, news: DrillNews): Promise<{ readonly id: string; readonly userId: string | null }[]>
  /** The message of a drill reached whom it went to; false: that was known. */
  confirm(work: Work, notificationId: string): Promise<boolean>
  /** Puts a heartbeat where messages wait for their turn; those before it that still wait are worth nothing any more. */
  beat(work: Work, number: number): Promise<void>
  /** People in charge of a place whom an open channel reaches: by mail, or by a number. */
  reached(work: Work, entityId: string): Promise<Recipient[]>
  /** Tells these people now, past all that waits, each over the first of mail, SMS and call that works. Answers how many. */
  direct(to: readonly Recipient[], notice: DirectNotice): Promise<number>
  /**
   * Channels that have got nothing out since then though something waits, each with one that may tell these people of it; null:
   * no open channel works.
   */
  stalled(
    work: Work,
    since: Date,
    to: readonly Recipient[],
  ): Promise<readonly { readonly channel: Channel; readonly by: Channel | null }[]>
  /** Is there an open CRITICAL alarm of which nobody has heard since then, as every message of it is refused? */
  isUnheard(work: Work, since: Date): Promise<boolean>
  /** Time has passed: what is due is seen now, otherwise within a second. */
  wake(): void
}

export interface Pressed extends Pick<Posted, 'fields' | 'signature'> {
  readonly token: string
  readonly digits: string
}

export interface Report extends Pick<Posted, 'fields' | 'signature'> {
  /** Of the message. */
  readonly id: string
  readonly status: string
  /** As the provider numbers them; empty: it gives none. */
  readonly reason: string
}

export interface Notice {
  readonly key: string
  readonly entityId: string
  /** Who did it. */
  readonly by: string | null
  letter(t: Translate): ReturnType<typeof letterOf>
}

export interface DirectNotice {
  readonly key: string
  letter(t: Translate, timeZone: string): ReturnType<typeof letterOf>
  /** A sentence or two, for a short message and to be spoken. */
  words(t: Translate, timeZone: string): string
}

export interface PersonalLetter extends ReturnType<typeof letterOf> {
  readonly key: string
  readonly entityId: string
  readonly to: Addressee
}
type Addressee = Omit<Recipient, 'phone' | 'notifications'>

const system = systemActor('outbox')
const SWEEP = 1_000
/** The key that says "I take care of it". */
const ACKNOWLEDGE = '1'
/** The reply that says "I got it": 1, whatever words follow. */
const CONFIRMS = /^\s*1(?!\d)/
/** It was taken, and reached nobody. */
const MISSED = new Set(['failed', 'undelivered', 'busy', 'no-answer'])
/** Passed on in one go. */
const PASSED = 200
const KEYS_KEPT = 3_600_000

export function outbox(world: World): Outbox {
  const { db, alarms, texts, config, clock, bus, pulse, log } = world
  const ways = waysOf(config, clock, pulse)
  const open = { ways, config }
  const put = putter(world, ways)
  const drills = drillTeller(world, ways)
  /** Where nothing is open, what is kept is read. */
  const kept = openChannels(ways).length === 0
  const pumps = openWays(ways).map(([channel]) =>
    pump(world, channel, ways, put, (work, notice) => others(work, { ...notice, by: null })),
  )
  const poke = () => pumps.forEach(one => one.poke())

  async function tell(work: Work, news: News) {
    const heard = Object.fromEntries(CHANNELS.map(channel => [channel, 0])) as Record<Channel, number> // safe: each once
    const due: Destination[] = []
    const held: Destination[] = []
    const nexts: Destination[] = []
    const isSparedBy = (recurrence: number, told: ReadonlyMap<string, number>) => {
      const isSpared = sparedBy({ ...news, recurrence, at: news.at.getTime() }, told)
      return ({ to }: Destination) => isSpared(to.address.toLowerCase())
    }
    for (const { channel, recurrence, to, missed } of await audience(work, news)) {
      const own = news.actions?.find(one => one.type === channel)?.properties ?? null
      // This occurrence itself is no reason.
      const told = recurrence > 0 ? await toldOn(work, { eventId: news.eventId, channel, kept }) : new Map<string, number>()
      const isSpared = isSparedBy(recurrence, told)
      for (const one of to.map(person => ({ channel, to: person, own }))) (isSpared(one) ? held : due).push(one)
      // Whom it does not reach it does not disturb more often by another.
      const instead = missed.flatMap(person => nextTo(open, person, channel, news.severity))
      const isSparedElsewhere = isSparedBy(recurrence, recurrence > 0 && instead.length > 0 ? await toldAtAll(work, news) : told)
      for (const one of instead) (isSparedElsewhere(one) ? held : nexts).push(one)
    }
    const all = [...due, ...(await inStead(work, news, { due, held, nexts }, open))]
    for (const [at, hears] of (await put(work, { news, all })).entries()) if (hears) heard[all[at]!.channel]++
    work.afterCommit(poke)
    return heard
  }

  /** Whom any channel told of an event, and when last. */
  async function toldAtAll(work: Work, { eventId }: News): Promise<ReadonlyMap<string, number>> {
    const told = await Promise.all(CHANNELS.map(channel => toldOn(work, { eventId, channel, kept })))
    return new Map(told.flatMap(one => [...one]))
  }

  const hearers: Outbox['hearers'] = async (work, told) => {
    const heard = await audience(work, told)
    const due = heard.flatMap(({ channel, to }) => to.map((one): Destination => ({ channel, to: one })))
    const nexts = heard.flatMap(({ channel, missed }) => missed.flatMap(to => nextTo(open, to, channel, told.severity)))
    const all = [...due, ...(await inStead(work, told, { due, held: [], nexts }, open))]
    return kept ? all : all.filter(one => isReached(open, one))
  }

  async function write(work: Work, { to, ...letter }: PersonalLetter) {
    await insertNotification(work, {
      ...{ ...letter, eventId: null, occurrenceId: null, channel: 'MAIL', ...addressed(to) },
      state: ways.MAIL ? 'QUEUED' : 'KEPT',
    })
    work.afterCommit(poke)
  }

  async function others(work: Work, { key, entityId, by, letter }: Notice) {
    // Who is told may stand above who did it.
    const to = await work.beyond(async whole => {
      const ids = (await responsiblesAt(whole, entityId, by)).map(one => one.userId)
      return peopleOf(whole, ids, entityId)
    })
    for (const { notifications: _, phone: __, ...one } of to) {
      const own = `${key}|MAIL|${one.email.toLowerCase()}`
      await write(work, { ...letter(translatorFor(texts, one)), key: own, entityId, to: one })
    }
    return to.length
  }

  async function post({ to, ...letter }: PersonalLetter) {
    if (!ways.MAIL) return db.work(system, work => write(work, { to, ...letter }))
    const ticket = ways.MAIL.gate.enter()
    if (!ticket) throw new NotDelivered('the mail server does not answer', { outcome: 'FAILED' })
    const date = new Date(clock.now())
    try {
      const one = { ...letter, to: to.email, language: to.language, date, link: null, report: null }
      // Somebody waits for it.
      await ways.MAIL.send(one, { first: true })
      ticket.well()
    } catch (error) {
      if (error instanceof NotDelivered && error.said.ofWay) ticket.badly(error.said.again)
      throw error
    } finally {
      ticket.unused()
    }
  }

  async function pressed({ token, digits, fields, signature }: Pressed) {
    if (ways.VOICE?.isFrom({ url: voiceUrl(config, token), fields, signature }) !== true) return undefined
    return db.work(system, async work => {
      const call = await delivery.voiceKey(work, tokenHash(token))
      if (!call) return undefined
      const isHeard = call.userId === null || (await delivery.stillHears(work, call.userId, call.entityId))
      const isNoted = digits === ACKNOWLEDGE && isHeard
      if (isNoted)
        for (const { eventId, drillId, entityId } of await delivery.noteAcknowledged(work, await namedIn(work, call))) {
          if (drillId !== null) work.afterCommit(() => bus.emit('drill.confirmed', { drillId }))
          if (eventId === null || (call.userId !== null && !(await delivery.stillHears(work, call.userId, entityId)))) continue
          work.afterCommit(() =>
            bus.emit('notification.acknowledged', { eventId, userId: call.userId, recipient: call.recipient, channel: 'VOICE' }),
          )
        }
      return { t: translatorFor(texts, call), isNoted, isDrill: call.drillId !== null }
    })
  }

  /** A call, and of a digest those of its parts that it names. */
  async function namedIn(work: Work, { id, language }: { readonly id: string; readonly language: string }): Promise<string[]> {
    const parts = await delivery.partsOf(work, id)
    const spoken = spokenOf(
      parts.flatMap(one => newsIn(one.news) ?? []),
      translatorFor(texts, { language }),
    )
    const named = new Set(spoken.map(one => one.eventId))
    return [id, ...parts.filter(one => named.has(one.event_id ?? '')).map(one => one.id)]
  }

  let swept = -Infinity
  const sweep = every(world, 'outbox', SWEEP, async () => {
    poke()
    const failed = pumps.map(one => one.problem()).find(one => one !== undefined)
    await alarms.work(system, async work => {
      for (const [channel, { gate }] of openWays(ways)) if (gate.isDown()) await delivery.noteWaiting(work, channel)
      const since = new Date(work.now.getTime() - PASS_AFTER)
      for (const row of await delivery.lingering(work, since, PASSED))
        await byItself(
          work,
          () => passOn(work, row, open, put),
          async error => {
            log.error({ err: error, notification: row.id }, 'a message that cannot be passed on')
            await delivery.notePassed(work, row.id)
          },
        )
      if (work.now.getTime() - swept > KEYS_KEPT) {
        await delivery.deleteOldVoiceKeys(work)
        swept = work.now.getTime()
      }
    })
    if (failed !== undefined) throw failed
  })
  const part: Part = {
    ...sweep,
    async start() {
      await db.work(system, work => delivery.takeOver(work, RUN))
      for (const one of pumps) one.start()
      await sweep.start()
    },
    async stop() {
      await sweep.stop()
      // What waits for its turn with a way is given back at once.
      await Promise.all([...pumps.map(one => one.stop()), ...openWays(ways).map(([, way]) => way.close())])
    },
  }
  const onAcknowledged: Outbox['onAcknowledged'] = listener => bus.on('notification.acknowledged', 'outbox', listener)
  const { beat } = beats(pulse)
  const direct = teller(world, ways)
  const reached: Outbox['reached'] = async (work, entityId) => {
    const channels = openChannels(ways)
    return (await inChargeOf(work, { entityId })).filter(one => channels.some(channel => addressOn(channel, one) !== null))
  }
  const stalled: Outbox['stalled'] = async (work, since, to) => {
    const flow = (await delivery.flowSince(work, since)).filter(one => ways[one.channel])
    // Where nothing waits nothing fails: that proves a way only if it could tell somebody.
    const mayTell = (channel: Channel) => to.some(person => reachedBy(open, person, [channel]).length > 0)
    const by = flow.find(({ channel, waits, went }) => went || (!waits && mayTell(channel)))?.channel ?? null
    return flow.filter(({ waits, went }) => waits && !went).map(({ channel }) => ({ channel, by }))
  }
  return {
    ...{ part, tell, hearers, others, write, post, pressed, onAcknowledged, wake: sweep.wake },
    async replied({ from, text, fields, signature }) {
      if (ways.SMS?.isFrom({ url: repliesUrl(config), fields, signature }) !== true) return false
      if (!CONFIRMS.test(text)) return true
      await db.work(system, async work => {
        for (const { id, drillId } of await delivery.confirmableTo(work, from, new Date(work.now.getTime() - DRILL_WITHIN))) {
          await delivery.noteConfirmed(work, id)
          work.afterCommit(() => bus.emit('drill.confirmed', { drillId }))
        }
      })
      return true
    },
    reported: ({ id, status, reason, fields, signature }) =>
      db.work(system, async work => {
        const row = await delivery.lockSent(work, id)
        const [way, url] = [row && ways[row.channel as Channel], reportUrl(config, id)] // safe: the column's check
        if (!row || url === null || way?.isFrom({ url, fields, signature }) !== true) return false
        const isOut = row.state === 'SENT' || (row.state === 'QUEUED' && row.taken_by !== null)
        if (!isOut || !MISSED.has(status)) return true
        const detail = reason === '' ? status : `${status} (${reason})`
        await delivery.markMissed(work, id, detail)
        for (const one of [row, ...(await delivery.partsOf(work, id))]) await passOn(work, one, open, put)
        work.afterCommit(poke)
        return true
      }),
    drillHearers: drills.hearers,
    async drill(work, news) {
      const told = await drills.tell(work, news)
      work.afterCommit(poke)
      return told
    },
    confirm: delivery.noteConfirmed,
    async beat(work, number) {
      await beat(work, number)
      work.afterCommit(poke)
    },
    ...{ reached, direct, stalled, isUnheard: (work, since) => delivery.unheardSince(work, since, kept) },
  }
}

const addressed = ({ email, ...to }: Addressee) => ({ ...to, address: email })
