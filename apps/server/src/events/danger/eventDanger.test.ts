import { beforeAll, describe, expect, test } from 'vitest'
import { farm, later, MINUTE, time, notificationsOf, withAlarms } from '../../../test/alarms.ts'
import { data } from '../../../test/farm.ts'
import { aGrowthCurve } from '../../../test/herd.ts'
import { aHouse } from '../../../test/rules.ts'
import { tryInSavepoint } from '../../platform/database/savepoint.ts'
import { eventById } from '../events.sql.ts'
import { dangerOf as dangerOfEvent } from './eventDanger.ts'

withAlarms()

let curveId = ''
beforeAll(async () => {
  curveId = await aGrowthCurve(farm)
})

let houses = 0
/** A house of 1300 m² whose batch is 30 days old, in a farm of its own. */
async function aStockedHouse({ animals = 19_600, curve = true, place = '' } = {}) {
  const name = `Warm house ${++houses}`
  const farmName = place || `Warm farm ${houses}`
  if (!place) await farm.entity(farmName, 'FARM', 'Aves')
  const entityId = await farm.entity(name, 'SECTOR', farmName)
  const house = await aHouse(farm, farmName, name)
  await farm.world.owner.query('update entities set area = 1300 where id = $1', [entityId])
  if (animals > 0)
    await farm.world.owner.query(
      `insert into batches (entity_id, code, sector_number, species, production_curve_id, open_date, total_entry, birth_day, created_at)
       values ($1, $2, '1', 'BROILER', $3, $4, $5, $6, $4)`,
      [entityId, name, curve ? curveId : null, new Date(time - 30 * 86_400_000), animals, Math.floor(time / 86_400_000) - 30],
    )
  return { ...house, entityId, farmName, name }
}
type Stocked = Awaited<ReturnType<typeof aStockedHouse>>

/** The last value of an interface, as the readings leave it. */
const reads = (interfaceId: string, value: number, at = time) =>
  farm.world.owner.query(
    `insert into last_values (interface_id, ts, received_at, flags, value) values ($1, $2, $2, 0, $3)
     on conflict (interface_id) do update set ts = $2, value = $3`,
    [interfaceId, new Date(at), value],
  )

/** Readings of the thermometer, one a minute up to now. */
async function warms({ terminalId, temperature }: Stocked, values: readonly number[]) {
  const { rows } = await farm.world.owner.query<{ ix: number }>('select ix from interfaces where id = $1', [temperature])
  const first = time - (values.length - 1) * MINUTE
  const r = values.map((value, at): [number, number, number] => [rows[0]!.ix, at * MINUTE, value])
  await farm.app.services.journal.store({ terminalId, data: { v: 1, e: 1, s: 1, t: first, q: 2, h: 0, r }, receivedAt: time })
  await reads(temperature, values.at(-1)!)
}

interface Trouble {
  readonly entityId: string
  readonly cause?: { readonly category: string; readonly operator?: string; readonly reading?: number | boolean }
  readonly problem?: string
  readonly terminalId?: string
  readonly severity?: string
}
/** An open event with one cause, as a rule or the platform leaves it. */
async function anEvent({ entityId, cause, problem, terminalId, severity = 'CRITICAL' }: Trouble): Promise<string> {
  const frozen = {
    line: 0,
    interfaceId: '1',
    interfaceName: 'Sensor',
    operator: 'GREATER',
    threshold: 30,
    value: 28,
    reading: 28,
  }
  const since = { sinceUtc: new Date(time).toISOString(), permanence: 0, ruleVersion: 1 }
  const causes = cause && [{ ...frozen, ...since, ...cause }]
  const { rows } = await farm.world.owner.query<{ id: string }>(
    `insert into events (entity_id, title, severity, category, source, status, open_date, causes, problem, terminal_id)
     values ($1, 'Too hot', $2, 'CLIMATE', $3, 'OPEN', $4, $5, $6, $7) returning id::text`,
    [
      ...[entityId, severity, problem ? 'PLATFORM' : 'RULE', new Date(time)],
      ...[causes ? JSON.stringify(causes) : null, problem ?? null, terminalId ?? null],
    ],
  )
  return rows[0]!.id
}
const tooHot = { category: 'TEMPERATURE', operator: 'GREATER', reading: 28 }
const noPower = { category: 'MAINS_POWER', operator: 'EQUAL', reading: false }

const reader = async () => farm.api(await farm.login(await farm.person('Grupo')))
const dangerOf = async (id: string) => data(await (await reader()).events.details({ params: { id } })).danger

describe('the danger of an event', () => {
  test('is estimated from batch, curve, area, weather and temperature', async () => {
    const house = await aStockedHouse()
    await reads(house.temperature, 24)
    const danger = await dangerOf(await anEvent({ entityId: house.entityId, cause: tooHot }))
    expect(danger).toMatchObject({ kind: 'HEAT', limit: 33, assumes: 'VENTILATION_OFF', house: null })
    expect(danger!.minutes).toBeGreaterThan(20)
    expect(danger!.minutes).toBeLessThan(45)
    expect(danger!.low).toBeLessThan(danger!.minutes)
    expect(danger!.high).toBeGreaterThan(danger!.minutes)
  })

  test('comes sooner in hot weather and with more animals', async () => {
    const few = await aStockedHouse({ animals: 10_000 })
    const many = await aStockedHouse({ animals: 20_000 })
    for (const { temperature } of [few, many]) await reads(temperature, 26)
    const minutes = async ({ entityId }: Stocked) => (await dangerOf(await anEvent({ entityId, cause: tooHot })))!.minutes
    const [slow, fast] = [await minutes(few), await minutes(many)]
    expect(fast).toBeLessThan(slow)
    const { rows } = await farm.world.owner.query<{ id: string }>(
      `insert into interfaces (terminal_id, entity_id, ix, display_name, category, data_type, direction, address, history)
       values ($1, $2, 90, 'Yard', 'OUTSIDE_TEMPERATURE', 'DECIMAL', 'IN', 'yard', 'TIME_INTERVAL') returning id::text`,
      [few.terminalId, farm.at[few.farmName]],
    )
    await reads(rows[0]!.id, 35)
    expect(await minutes(few)).toBeLessThan(slow)
  })

  test('is known to hold if nothing changes while the fans stand still', async () => {
    const house = await aStockedHouse()
    await reads(house.temperature, 26)
    await reads(house.ventilation, 0)
    await reads(house.fan, 0)
    const id = await anEvent({ entityId: house.entityId, cause: { category: 'VENTILATION_CONTROL', operator: 'NOT_EQUAL' } })
    expect(await dangerOf(id)).toMatchObject({ limit: 33, assumes: 'UNCHANGED' })
  })

  test('follows the measured rise', async () => {
    const house = await aStockedHouse()
    await warms(house, [25, 25.4, 25.8, 26.2, 26.6, 27])
    expect(await dangerOf(await anEvent({ entityId: house.entityId, cause: tooHot }))).toMatchObject({
      assumes: 'UNCHANGED',
      minutes: 15,
    })
  })

  test('is null while the temperature does not rise', async () => {
    const house = await aStockedHouse()
    await warms(house, [28, 28, 27.9, 27.9, 27.8])
    expect(await dangerOf(await anEvent({ entityId: house.entityId, cause: tooHot }))).toBeNull()
  })

  test('is null without a batch, a weight, a recent temperature', async () => {
    const empty = await aStockedHouse({ animals: 0 })
    const unweighed = await aStockedHouse({ curve: false })
    const unmeasured = await aStockedHouse()
    for (const { temperature } of [empty, unweighed]) await reads(temperature, 28)
    await reads(unmeasured.temperature, 28, time - 20 * MINUTE)
    for (const { entityId } of [empty, unweighed, unmeasured])
      expect(await dangerOf(await anEvent({ entityId, cause: tooHot }))).toBeNull()
  })

  test('uses the last weighing of a batch without a curve', async () => {
    const house = await aStockedHouse({ curve: false })
    await reads(house.temperature, 26)
    await farm.world.owner.query(
      `insert into weighings (batch_id, at, number, total_weight, method, created_at)
       select id, $2, 100, 190, 'MANUAL', $2 from batches where entity_id = $1`,
      [house.entityId, new Date(time - 86_400_000)],
    )
    expect(await dangerOf(await anEvent({ entityId: house.entityId, cause: tooHot }))).toMatchObject({ limit: 33 })
  })

  test('is null for events that tell of no heat, and for closed ones', async () => {
    const house = await aStockedHouse()
    await reads(house.temperature, 28)
    const { entityId } = house
    const tooCold = await anEvent({ entityId, cause: { ...tooHot, operator: 'LESS' } })
    const noWater = await anEvent({ entityId, cause: { category: 'WATER_COUNTER', operator: 'EQUAL' } })
    const over = await anEvent({ entityId, cause: tooHot })
    await farm.world.owner.query(`update events set status = 'CLOSED', close_date = $2 where id = $1`, [over, new Date(time)])
    for (const id of [tooCold, noWater, over]) expect(await dangerOf(id)).toBeNull()
  })

  test('of a power failure of a farm is that of the house with the least time', async () => {
    const calm = await aStockedHouse({ animals: 8_000 })
    const full = await aStockedHouse({ animals: 21_000, place: calm.farmName })
    for (const { temperature } of [calm, full]) await reads(temperature, 25)
    const id = await anEvent({ entityId: farm.at[calm.farmName]!, cause: noPower })
    expect(await dangerOf(id)).toMatchObject({ assumes: 'UNCHANGED', house: expect.stringContaining(full.name) })
  })

  test('of a silent box counts from its last reading and ends with it', async () => {
    const house = await aStockedHouse()
    await reads(house.temperature, 24)
    const id = await anEvent({ entityId: house.entityId, problem: 'TERMINAL_SILENT', terminalId: house.terminalId })
    const before = (await dangerOf(id))!
    expect(before.assumes).toBe('VENTILATION_OFF')
    later(15 * MINUTE)
    expect((await dangerOf(id))!.minutes).toBe(before.minutes - 15)
    later(60 * MINUTE)
    expect(await dangerOf(id)).toBeNull()
  })
})

/** Notifies of an event, as a rule does. */
const notify = (id: string) =>
  farm.world.db.work(farm.system, async work => {
    const key = `first:${id}`
    const { rows } = await farm.world.owner.query<{ id: string }>(
      `insert into event_occurrences (event_id, key, ts) values ($1, $2, $3) returning id::text`,
      [id, key, new Date(time)],
    )
    const occurrence = {
      id: rows[0]!.id,
      key,
      at: work.now,
      n: 1,
      last: false,
      escalation: 0,
      cause: null,
      fact: null,
      written: null,
    }
    await farm.app.services.events.notifier.notify(work, (await eventById(work, id))!, null, occurrence)
  })

describe('messages', () => {
  test('tell the estimate with its error', async () => {
    const house = await aStockedHouse()
    await farm.world.owner.query('insert into responsibles (entity_id, user_id) values ($1, $2)', [
      farm.at[house.farmName],
      await anybody(house.farmName),
    ])
    await reads(house.temperature, 26)
    const id = await anEvent({ entityId: house.entityId, cause: noPower })
    const { minutes } = (await dangerOf(id))!
    await notify(id)
    const [mail] = await notificationsOf(id)
    const about = minutes < 10 ? minutes : Math.floor(minutes / 5) * 5
    expect(mail!.text).toContain(`Estimate: about ${about} minutes until 33\u00a0°C if nothing changes. Range: `)
  })

  test('say nothing where there is no estimate', async () => {
    const house = await aStockedHouse({ animals: 0 })
    await farm.world.owner.query('insert into responsibles (entity_id, user_id) values ($1, $2)', [
      farm.at[house.farmName],
      await anybody(house.farmName),
    ])
    await reads(house.temperature, 26)
    const id = await anEvent({ entityId: house.entityId, cause: noPower })
    await notify(id)
    const [mail] = await notificationsOf(id)
    expect(mail!.text).not.toContain('Estimate')
  })
})

describe('an estimate that fails', () => {
  test('holds back neither the next attempt of its transaction nor that of a later one', async () => {
    const house = await aStockedHouse()
    await farm.world.owner.query('insert into responsibles (entity_id, user_id) values ($1, $2)', [
      farm.at[house.farmName],
      await anybody(house.farmName),
    ])
    await reads(house.temperature, 26)
    const id = await anEvent({ entityId: house.entityId, cause: noPower })
    // More animals than its number may hold: the query fails.
    await farm.world.owner.query(
      `update batches set total_entry = 2147483647, total_mortality = -2147483647 where entity_id = $1`,
      [house.entityId],
    )
    await expect(notify(id)).rejects.toThrow()
    await farm.world.owner.query(`delete from event_occurrences where event_id = $1`, [id])
    await notify(id)
    const [mail] = await notificationsOf(id)
    expect(mail!.text).not.toContain('Estimate')

    const other = await anEvent({ entityId: house.entityId, cause: noPower })
    await farm.world.db.work(farm.system, async work => {
      const row = (await eventById(work, other))!
      await tryInSavepoint(
        work,
        () => dangerOfEvent(work, row).then(() => undefined),
        async () => expect(await dangerOfEvent(work, row)).toBeNull(),
      )
    })
    await farm.world.owner.query(`update batches set total_entry = 1, total_mortality = 0 where entity_id = $1`, [house.entityId])
  })
})

/** A new person who sees a place. */
async function anybody(where: string): Promise<string> {
  const { rows } = await farm.world.owner.query<{ id: string }>('select id::text from users where email = $1', [
    await farm.person(where),
  ])
  return rows[0]!.id
}

describe('an escalation list with waits of 45 minutes', () => {
  const list = async ({ farmName }: Stocked, dangerShare?: number | null) => {
    const steps = [
      { userIds: [await anybody(farmName)], delay: 2700, ...(dangerShare !== undefined && { dangerShare }) },
      { userIds: [await anybody(farmName)], delay: 2700, ...(dangerShare !== undefined && { dangerShare }) },
      { userIds: [await anybody(farmName)], delay: 2700, ...(dangerShare !== undefined && { dangerShare }) },
    ]
    data(await (await reader()).escalation.set({ params: { id: farm.at[farmName]! }, body: { steps, shifts: [], version: 0 } }))
  }
  const look = async () => {
    for (const part of farm.app.services.events.parts) {
      await part.start()
      await part.stop()
    }
  }
  /** Minutes from the alarm at which somebody was notified. */
  const notifiedAt = async (id: string, opened: number) => {
    const { rows } = await farm.world.owner.query<{ at: Date }>(
      `select distinct ts as at from event_occurrences where event_id = $1 order by ts`,
      [id],
    )
    return rows.map(({ at }) => (at.getTime() - opened) / MINUTE)
  }
  const night = async (house: Stocked, minutes: number) => {
    for (const part of farm.app.services.events.parts) await part.stop()
    const id = await anEvent({ entityId: house.entityId, cause: noPower })
    const danger = await dangerOf(id)
    const opened = time
    await notify(id)
    for (let minute = 0; minute < minutes; minute++) {
      later(MINUTE)
      await look()
    }
    return { danger, notified: await notifiedAt(id, opened) }
  }

  test('is climbed within the time to danger', async () => {
    const house = await aStockedHouse()
    await list(house)
    await reads(house.temperature, 26)
    const { danger, notified } = await night(house, 45)
    expect(danger!.minutes).toBeLessThan(40)
    expect(notified.length).toBeGreaterThanOrEqual(3)
    expect(notified[1]).toBe(Math.ceil(danger!.minutes / 4))
    expect(notified[2]).toBeLessThan(danger!.minutes / 2)
  })

  test('keeps exactly the planned waits without an estimate', async () => {
    const house = await aStockedHouse({ animals: 0 })
    await list(house)
    await reads(house.temperature, 26)
    const { danger, notified } = await night(house, 91)
    expect(danger).toBeNull()
    expect(notified).toEqual([0, 45, 90])
  })

  test('keeps the planned waits where it names minutes alone', async () => {
    const house = await aStockedHouse()
    await list(house, null)
    await reads(house.temperature, 26)
    expect((await night(house, 46)).notified).toEqual([0, 45])
  })
})
