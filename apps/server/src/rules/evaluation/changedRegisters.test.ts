import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { aFarm, data } from '../../../test/farm.ts'
import type { Api, Farm } from '../../../test/farm.ts'
import { aHouse, anInterface, aRule, tooHot } from '../../../test/rules.ts'
import type { House } from '../../../test/rules.ts'
import { eventually } from '../../../test/journal.ts'
import { createVirtualClock } from '../../../test/virtualClock.ts'
import { recordRegisterBases } from '../../readings/index.ts'

const MINUTE = 60_000

let farm: Farm
let manager: Api
let house: House
const clock = createVirtualClock(Date.parse('2026-07-06T10:00:00Z'))
/** Hardware generation of the box; its sequence numbers start at 1. */
let epoch = 1
let seq = 0
let meters = 0
beforeAll(async () => {
  farm = await aFarm({
    clock,
    settings: { SESSION_HOURS: '720', IDLE_MINUTES: '1440', REQUEST_MINUTES: '1440' },
  })
  manager = farm.api(await farm.login(await farm.person('Paul')))
  house = await aHouse(farm)
})
afterAll(() => farm.close())

/** Registers of the meter two minutes apart, each in one message with the temperature; the rules evaluate all but the newest. */
const read = async (water: string, ...registers: readonly number[]) => {
  const { rows } = await farm.world.owner.query<{ id: string; ix: number }>(
    'select id, ix from interfaces where id = any($1::bigint[])',
    [[house.temperature, water]],
  )
  for (const register of registers) {
    clock.advance(2 * MINUTE)
    await farm.app.services.journal.store({
      terminalId: house.terminalId,
      receivedAt: clock.now(),
      data: {
        v: 1,
        e: epoch,
        s: seq + 1,
        t: clock.now(),
        q: 2,
        h: 0,
        r: rows.map(({ id, ix }) => [ix, 0, id === water ? register : 20]),
      },
    })
    seq += rows.length
    await followed()
  }
}
const followed = () => {
  const { journal } = farm.app.services
  return eventually(() => journal.followed() >= journal.settled())
}
/** The terminal runs the desired configuration, but no message tells it. */
const adoptConfiguration = async () => {
  const { rows } = await farm.world.owner.query<{ rev: number }>(
    'update terminal_links set reported_rev = desired_rev where terminal_id = $1 returning reported_rev as rev',
    [house.terminalId],
  )
  return rows[0]!.rev
}
const reportConfiguration = async () => {
  const rev = await adoptConfiguration()
  await farm.world.db.work(farm.system, work => recordRegisterBases(work, farm.world.bus, house.terminalId))
  farm.world.bus.emit('terminal.reported', { terminalId: house.terminalId, rev, rules: {} })
  await farm.idle()
}
const burstPipe = async (water: string) => {
  const rule = await aRule(farm, {
    entityId: farm.at.Paul!,
    displayName: 'Burst pipe',
    ...tooHot(water),
    template: 'CLOUD_ALARM',
    inputs: { lines: [{ interfaceId: water, logicOperator: 'GREATER', inputValue: 500, permanenceTime: '00:00' }] },
  })
  data(await manager.rules.deploy({ body: { ids: [rule] } }))
  onTestFinished(async () => void data(await manager.rules.undeploy({ body: { ids: [rule] } })))
  await farm.idle()
  return rule
}
const countEvents = async (rule: string) => {
  await farm.idle()
  const { rows } = await farm.world.owner.query('select 1 from events where rule_id = $1', [rule])
  return rows.length
}

const edit = (settings: { factor?: number; offset?: number; modulus?: number }) => async (water: string) => {
  const params = { e: house.entityId, t: house.terminalId, i: water }
  const { version } = data(await manager.interfaces.details({ params: { id: water } }))
  data(await manager.interfaces.edit({ params, body: { version, ...settings } }))
}
const replaceBox = async () => {
  epoch += 1
  seq = 0
  await farm.world.owner.query('update terminal_links set epoch = $2 where terminal_id = $1', [house.terminalId, epoch])
}

interface Change {
  readonly what: string
  /** Registers under the old and the new configuration. */
  readonly before: number
  readonly after: number
  readonly change: (water: string) => Promise<void>
}
const factor: Change = { what: 'factor', before: 200, after: 2000, change: edit({ factor: 10 }) }
const changes: readonly Change[] = [
  factor,
  { what: 'offset', before: 200, after: 2000, change: edit({ offset: 1800 }) },
  { what: 'modulus', before: 900, after: 100, change: edit({ modulus: 1000 }) },
  { what: 'box', before: 200, after: 2000, change: replaceBox },
]

/** Events of a rule over a change and over a leak after it. `report`: how the platform learns of the change. */
const eventsOver = async ({ before, after, change }: Change, report: (water: string) => Promise<void>) => {
  const water = await anInterface(farm, house.terminalId, 'House 1', 'WATER_COUNTER', `Water ${++meters}`)
  await reportConfiguration()
  const rule = await burstPipe(water)
  await read(water, before, before, before, before, before)
  await change(water)
  await report(water)
  await read(water, after, after, after, after)
  const overChange = await countEvents(rule)
  await read(water, after + 500, after + 500)
  return { change: overChange, leak: (await countEvents(rule)) - overChange }
}

describe.each(changes)('a rule on the rate of a register with another $what counts no step', change => {
  test('if it is reported before the first reading', async () => {
    expect(await eventsOver(change, reportConfiguration)).toEqual({ change: 0, leak: 1 })
  })

  test('if it is reported after the first reading', async () => {
    const report = async (water: string) => {
      await read(water, change.after)
      clock.advance(5000)
      await reportConfiguration()
    }
    expect(await eventsOver(change, report)).toEqual({ change: 0, leak: 1 })
  })
})

test('the check of each minute finds another factor of a register', async () => {
  const adoptSilently = async (water: string) => {
    await adoptConfiguration()
    await farm.world.owner.query(
      'insert into register_bases (interface_id, since, base) values ($1, $2, register_base($1)) on conflict do nothing',
      [water, new Date(clock.now())],
    )
  }
  expect(await eventsOver(factor, adoptSilently)).toEqual({ change: 0, leak: 1 })
})
