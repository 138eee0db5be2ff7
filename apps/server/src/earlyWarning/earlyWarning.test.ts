import type { Data } from '@steading/contract/box/messages'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBox } from '../../test/box-rows.ts'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { entry } from '../../test/herd.ts'
import { eventually } from '../../test/journal.ts'
import { responsible } from '../../test/outbox.ts'
import { createEarlyWarning } from './index.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** A midnight in Lisbon's winter, when its clock is that of UTC. */
const START = Date.UTC(2026, 10, 2)
const DAYS_LEARNED = 5
/** When the use may change. */
const CHANGE = START + DAYS_LEARNED * DAY + 6 * HOUR
let time = START
let farm: Farm
let api: Api
let curveId: string
let email: string
beforeAll(async () => {
  farm = await aFarm({
    clock: { now: () => time, mono: () => performance.now() },
  })
  email = await farm.person('Aves')
  await responsible(farm, 'Paul', email)
  await signIn()
  const details = [
    { age: 0, weight: 0.044, dailyFeed: 0.1, dailyWater: 0.2 },
    { age: 40, weight: 2.8, dailyFeed: 0.1, dailyWater: 0.2 },
  ]
  const body = {
    entityId: farm.at['Aves']!,
    displayName: 'Steady',
    species: 'BROILER' as const,
    ageUnit: 1 as const,
    source: '',
    geneticsId: null,
    details,
  }
  curveId = data(await api.curves.create({ body })).id
})
afterAll(() => farm.close())
/** Each jump of the clock ends the session. */
const signIn = async () => void (api = farm.api(await farm.login(email)))

let houses = 0
const ANIMALS = 12_000
/** 2,400 L of water and 1,200 kg of feed a day for 12,000 animals, in five minutes; a silo shows what is left. */
const INSTRUMENTS = {
  WATER_COUNTER: { start: 0, perBucket: 2400 / 288, sources: 'waterInterfaceIds' },
  FEED_COUNTER: { start: 0, perBucket: 1200 / 288, sources: 'feedInterfaceIds' },
  SILO_WEIGHT: { start: 12_000, perBucket: -1200 / 288, sources: 'siloInterfaceIds' },
} as const
type Instrument = keyof typeof INSTRUMENTS
interface Meter {
  readonly terminalId: string
  readonly entityId: string
  readonly perBucket: number
  total: number
  seq: number
}
/** A house with an instrument, a water meter by default, and by default a batch since START. */
async function aHouse({ instrument = 'WATER_COUNTER', hasBatch = true }: { instrument?: Instrument; hasBatch?: boolean } = {}) {
  const { start, perBucket, sources } = INSTRUMENTS[instrument]
  const entityId = await farm.entity(`House that drinks ${++houses}`, 'SECTOR', 'Paul')
  const box = await aBox(farm.world.owner, entityId, [{ category: instrument }])
  await farm.world.owner.query('update interfaces set every = 300, max_rate = 1000000 where id = $1', [box.interfaces[0]])
  const meter: Meter = { terminalId: box.id, entityId, perBucket, total: start, seq: 1 }
  if (!hasBatch) return { meter, batchId: '' }
  time = Math.max(time, START + MINUTE)
  const batch = data(
    await api.batches.create({
      body: {
        entityId,
        openDate: new Date(START).toISOString(),
        species: 'BROILER',
        productionCurveId: curveId,
        [sources]: [box.interfaces[0]!],
      },
      files: [],
    }),
  )
  data(
    await api.animalMovements.create({
      body: { batchId: batch.id, ...entry(ANIMALS, new Date(START).toISOString()) },
      files: [],
    }),
  )
  return { meter, batchId: batch.id }
}
/** Sends the instrument each five minutes; `factor` of the usual use at an instant. */
async function use(meter: Meter, from: number, to: number, factor: (at: number) => number = () => 1) {
  const { terminalId, perBucket } = meter
  for (let at = from; at < to;) {
    const r: [number, number, number][] = []
    const first = at
    for (; at < to && r.length < 200; at += 5 * MINUTE) {
      meter.total += perBucket * factor(at)
      r.push([0, at - first, Math.round(meter.total)])
    }
    const message: Data = { v: 1, e: 1, s: meter.seq, t: first, q: 2, h: 0, r }
    meter.seq += r.length
    await farm.app.services.journal.store({ terminalId, data: message, receivedAt: at })
  }
  await eventually(async () => {
    const { rows } = await farm.world.owner.query<{ pos: string }>(`select pos from projections where name = 'rollups'`)
    return Number(rows[0]!.pos) === farm.app.services.journal.settled()
  })
}
/** Looks once as a process that was just started. */
async function look(at: number) {
  time = at
  const part = createEarlyWarning(farm.world, farm.app.services.events)
  await part.start()
  await part.stop()
  expect(part.health().detail).toBe('stopped')
  await signIn()
}
const eventsAt = async (entity: string) => data(await api.events.search({ query: { entity, itemsPerPage: 50 } })).content
const since = (start: number, factor: number) => (at: number) => (at >= start ? factor : 1)
const houseOf = async (entityId: string) => data(await api.earlyWarning.houses({ query: { entityId } })).content[0]
/** A house whose batch uses a multiple from CHANGE on, looked at hour by hour for `hours`; answers when the first warning was there. */
async function changedUse(instrument: Instrument, factor: number, hours: number) {
  const { meter, batchId } = await aHouse({ instrument })
  await use(meter, START, CHANGE + hours * HOUR, since(CHANGE, factor))
  await look(CHANGE + 11 * MINUTE)
  expect(await eventsAt(meter.entityId)).toEqual([])
  let found: number | undefined
  for (let hour = 1; hour <= hours && found === undefined; hour++) {
    await look(CHANGE + hour * HOUR + 11 * MINUTE)
    if ((await eventsAt(meter.entityId)).length > 0) found = hour
  }
  return { meter, batchId, found }
}
const leak = (hours: number) => changedUse('WATER_COUNTER', 1.35, hours)

describe('a blocked auger', () => {
  test.each(['FEED_COUNTER', 'SILO_WEIGHT'] as const)('is found within 6 hours, once, by a %s', async instrument => {
    const { meter, batchId, found } = await changedUse(instrument, 0, 6)
    expect(found).toBeLessThanOrEqual(6)
    await look(time + 5 * MINUTE)
    const [event, ...more] = await eventsAt(meter.entityId)
    expect(more).toEqual([])
    expect(event).toMatchObject({
      title: expect.stringMatching(/^Feed use [\d.]+ % below expectation$/),
      category: 'FEED',
      severityLevel: 'MODERATE',
      status: 'OPEN',
      origin: 'AUTOMATIC',
      batch: { id: batchId },
      notificationCounter: 1,
    })
    const { warning } = data(await api.earlyWarning.ofEvent({ params: { id: event!.id } }))
    expect(warning).toMatchObject({ kind: 'FEED', direction: 'LOW', answer: null, endedAt: null })
    expect(warning!.score).toBeGreaterThanOrEqual(1)
    expect(warning!.deviation).toBeLessThanOrEqual(-20)
    expect((await houseOf(meter.entityId))!.scores).toMatchObject({ feed: { warnings: 1 }, water: { warnings: 0 } })
  })
})

describe('a leak', () => {
  test('is found within 6 hours, once, also by a process that starts in between', async () => {
    const { meter, batchId, found } = await leak(6)
    expect(found).toBeLessThanOrEqual(6)
    await look(time + 5 * MINUTE)
    const [event, ...more] = await eventsAt(meter.entityId)
    expect(more).toEqual([])
    expect(event).toMatchObject({
      title: expect.stringMatching(/^Water use [\d.]+ % above expectation$/),
      category: 'WATER',
      severityLevel: 'MODERATE',
      status: 'OPEN',
      origin: 'AUTOMATIC',
      ruleId: null,
      batch: { id: batchId },
      notificationCounter: 1,
    })
    const { warning } = data(await api.earlyWarning.ofEvent({ params: { id: event!.id } }))
    expect(warning).toMatchObject({ kind: 'WATER', direction: 'HIGH', answer: null, endedAt: null, answeredBy: null })
    expect(warning!.score).toBeGreaterThanOrEqual(1)
    expect(warning!.deviation).toBeGreaterThanOrEqual(15)
  })

  test('that is mended closes its warning, and the answer counts for the house', async () => {
    const { meter } = await leak(6)
    const mended = CHANGE + 6 * HOUR
    await use(meter, mended, mended + 12 * HOUR)
    await look(mended + 12 * HOUR + 11 * MINUTE)
    const [event, ...more] = await eventsAt(meter.entityId)
    expect(more).toEqual([])
    expect(event).toMatchObject({ status: 'CLOSED', closedBy: null })
    const params = { id: event!.id }
    const body = { answer: 'YES' as const, finding: 'A nipple line had burst' }
    expect(data(await api.earlyWarning.answer({ params, body }))).toMatchObject({
      ...body,
      endedAt: expect.any(String),
      answeredBy: { shortName: expect.any(String) },
    })
    expect(data(await api.earlyWarning.ofEvent({ params })).warning).toMatchObject(body)
    expect(await houseOf(meter.entityId)).toMatchObject({
      enabled: true,
      hasExpectation: true,
      scores: { water: { warnings: 1, right: 1, wrong: 0 }, feed: { warnings: 0, right: 0, wrong: 0 } },
    })
    time += 91 * DAY
    await signIn()
    expect((await houseOf(meter.entityId))!.scores.water).toEqual({ warnings: 0, right: 0, wrong: 0 })
    time -= 91 * DAY
    await signIn()
  })

  test('the answer NO adapts the habit: the warning closes and does not reopen', async () => {
    const { meter } = await leak(6)
    const [event] = await eventsAt(meter.entityId)
    const params = { id: event!.id }
    expect(data(await api.earlyWarning.answer({ params, body: { answer: 'NO' } }))).toMatchObject({
      answer: 'NO',
      endedAt: expect.any(String),
    })
    expect((await eventsAt(meter.entityId))[0]).toMatchObject({ status: 'CLOSED' })
    await use(meter, CHANGE + 6 * HOUR, CHANGE + 48 * HOUR, () => 1.35)
    for (const hours of [7, 12, 30, 47]) await look(CHANGE + hours * HOUR + 11 * MINUTE)
    expect(await eventsAt(meter.entityId)).toHaveLength(1)
    const house = (await houseOf(meter.entityId))!
    expect(house.scores.water).toEqual({ warnings: 1, right: 0, wrong: 1 })
    expect(Math.abs(house.deviation.water!)).toBeLessThan(5)
  })

  describe('whose event is reviewed', () => {
    const say = async (id: string, finding: 'SOMETHING' | 'NOTHING' | 'NOT_LOOKED') =>
      data(await api.events.takeStep({ params: { id }, body: { step: null, finding } }))
    const answerTo = async (id: string) => data(await api.earlyWarning.ofEvent({ params: { id } })).warning!.answer
    const scoreOf = async ({ entityId }: Meter) => {
      const { right, wrong } = (await houseOf(entityId))!.scores.water
      return { right, wrong }
    }
    /** A leak whose warning a person closed while the use goes on. */
    async function closedByHand() {
      const { meter } = await leak(6)
      const { id } = (await eventsAt(meter.entityId))[0]!
      data(await api.events.takeStep({ params: { id }, body: { step: 'SOLVED' } }))
      return { meter, id }
    }

    test('takes the last finding for its answer, where none was given', async () => {
      const { meter, id } = await closedByHand()
      expect(await answerTo(id)).toBeNull()
      await say(id, 'NOT_LOOKED')
      expect([await answerTo(id), await scoreOf(meter)]).toEqual([null, { right: 0, wrong: 0 }])
      await say(id, 'SOMETHING')
      expect([await answerTo(id), await scoreOf(meter)]).toEqual(['YES', { right: 1, wrong: 0 }])
      await say(id, 'NOTHING')
      expect([await answerTo(id), await scoreOf(meter)]).toEqual(['NO', { right: 0, wrong: 1 }])
    })

    test('keeps the answer that was given, and replaces one that says nothing', async () => {
      const { meter, id } = await closedByHand()
      const give = async (answer: 'YES' | 'UNKNOWN') =>
        data(await api.earlyWarning.answer({ params: { id }, body: { answer, finding: 'A nipple line had burst' } }))
      await give('UNKNOWN')
      expect(await answerTo(id)).toBe('UNKNOWN')
      await say(id, 'NOTHING')
      expect(await answerTo(id)).toBe('NO')
      expect(await give('YES')).toMatchObject({ answer: 'YES', answeredAt: expect.any(String) })
      await say(id, 'NOTHING')
      expect([await answerTo(id), await scoreOf(meter)]).toEqual(['YES', { right: 1, wrong: 0 }])
    })

    test('has no answer by a finding while the event is open', async () => {
      const { meter } = await leak(6)
      const { id } = (await eventsAt(meter.entityId))[0]!
      data(await api.events.takeStep({ params: { id }, body: { step: 'NOTHING_FOUND' } }))
      expect(data(await api.earlyWarning.ofEvent({ params: { id } })).warning).toMatchObject({ answer: null, endedAt: null })
      expect(await scoreOf(meter)).toEqual({ right: 0, wrong: 0 })
    })

    test('adapts no habit where nothing was found', async () => {
      const { meter, id } = await closedByHand()
      await say(id, 'NOTHING')
      await use(meter, CHANGE + 6 * HOUR, CHANGE + 48 * HOUR, () => 1.35)
      for (const hours of [7, 30, 47]) await look(CHANGE + hours * HOUR + 11 * MINUTE)
      expect(data(await api.earlyWarning.ofEvent({ params: { id } })).warning).toMatchObject({ answer: 'NO', endedAt: null })
      expect((await houseOf(meter.entityId))!.deviation.water).toBeGreaterThan(30)
    })
  })

  test('is found in readings that arrive after an outage of the link', async () => {
    const { meter } = await aHouse()
    await use(meter, START, CHANGE)
    for (let hour = 1; hour <= 6; hour++) await look(CHANGE + hour * HOUR + 11 * MINUTE)
    await use(meter, CHANGE, CHANGE + 6 * HOUR, since(CHANGE, 1.35))
    await look(CHANGE + 6 * HOUR + 16 * MINUTE)
    expect(await eventsAt(meter.entityId)).toMatchObject([{ category: 'WATER', status: 'OPEN' }])
  })

  test('opens no event in a house that is not watched', async () => {
    const { meter } = await aHouse()
    data(await api.earlyWarning.setHouse({ params: { id: meter.entityId }, body: { enabled: false } }))
    await use(meter, START, CHANGE + 6 * HOUR, since(CHANGE, 1.5))
    await look(CHANGE + 6 * HOUR + 11 * MINUTE)
    expect(await eventsAt(meter.entityId)).toEqual([])
    expect((await houseOf(meter.entityId))!.enabled).toBe(false)
    expect(data(await api.earlyWarning.houses({ query: { entityId: meter.entityId, enabled: true } })).content).toEqual([])
  })

  test('opens no event without an open batch', async () => {
    const { meter } = await aHouse({ hasBatch: false })
    await use(meter, START, CHANGE + 6 * HOUR, since(CHANGE, 1.5))
    await look(CHANGE + 6 * HOUR + 11 * MINUTE)
    expect(await eventsAt(meter.entityId)).toEqual([])
    expect(await houseOf(meter.entityId)).toBeUndefined()
  })
})

test('a warning ends with the watch over its house, and with its batch', async () => {
  const switched = await leak(6)
  data(await api.earlyWarning.setHouse({ params: { id: switched.meter.entityId }, body: { enabled: false } }))
  await look(time + MINUTE)
  expect((await eventsAt(switched.meter.entityId))[0]).toMatchObject({ status: 'CLOSED', closedBy: null })
  const ended = await leak(6)
  const { version } = data(await api.batches.details({ params: { id: ended.batchId } }))
  data(await api.batches.quickCloseOpen({ params: { id: ended.batchId }, body: { version } }))
  await look(time + MINUTE)
  expect((await eventsAt(ended.meter.entityId))[0]).toMatchObject({ status: 'CLOSED', closedBy: null })
})

type Leak = Awaited<ReturnType<typeof leak>>

describe('a leak that goes on warns again', () => {
  /** The statuses of its events, three hours after its first warning ended and its house was watched again. */
  async function statusesAfter({ end, resume }: Record<'end' | 'resume', (house: Leak) => Promise<unknown>>) {
    const house = await leak(6)
    await end(house)
    await look(time + MINUTE)
    expect(await eventsAt(house.meter.entityId)).toMatchObject([{ status: 'CLOSED' }])
    await resume(house)
    await use(house.meter, CHANGE + 6 * HOUR, CHANGE + 9 * HOUR, () => 1.35)
    await look(CHANGE + 9 * HOUR + 11 * MINUTE)
    await look(time + MINUTE)
    return (await eventsAt(house.meter.entityId)).map(({ status }) => status).toSorted()
  }
  const watch = (enabled: boolean) => async (house: Leak) =>
    data(await api.earlyWarning.setHouse({ params: { id: house.meter.entityId }, body: { enabled } }))
  const closeOrOpen = async ({ batchId: id }: Leak) => {
    const { version } = data(await api.batches.details({ params: { id } }))
    return data(await api.batches.quickCloseOpen({ params: { id }, body: { version } }))
  }

  test('after the watch was switched off and on', { tags: ['nightly'] }, async () => {
    expect(await statusesAfter({ end: watch(false), resume: watch(true) })).toEqual(['CLOSED', 'OPEN'])
  })

  test('after its batch was closed and opened', { tags: ['nightly'] }, async () => {
    expect(await statusesAfter({ end: closeOrOpen, resume: closeOrOpen })).toEqual(['CLOSED', 'OPEN'])
  })
})

test('an outage of the meter is no warning', async () => {
  const { meter } = await aHouse()
  await use(meter, START, CHANGE)
  for (let hour = 1; hour <= 8; hour++) await look(CHANGE + hour * HOUR + 11 * MINUTE)
  expect(await eventsAt(meter.entityId)).toEqual([])
})

test('an event of another kind has no warning to answer', async () => {
  const made = data(
    await api.events.create({
      body: {
        title: 'Seen',
        entityId: farm.at['House 1']!,
        severityLevel: 'LOW',
        category: 'WATER',
        cause: 'UNKNOWN',
        status: 'CLOSED',
        openDate: new Date(time - MINUTE).toISOString(),
      },
      files: [],
    }),
  )
  const params = { id: made.id }
  expect(data(await api.earlyWarning.ofEvent({ params }))).toEqual({ warning: null })
  await expect(api.earlyWarning.answer({ params, body: { answer: 'YES' } })).rejects.toMatchObject(failing('NOT_FOUND'))
})
