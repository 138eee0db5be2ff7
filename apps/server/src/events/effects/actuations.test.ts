import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data } from '../../../test/farm.ts'
import type { Farm } from '../../../test/farm.ts'
import { aHouse, anInterface, aRule, boxDid, tooHot } from '../../../test/rules.ts'
import { eventually } from '../../../test/smtp.ts'

const MINUTE = 60_000
let farm: Farm

beforeAll(async () => {
  farm = await aFarm()
})
afterAll(() => farm.close())

const insertReading = async (interfaceId: string, at: number, value: number) => {
  await farm.world.owner.query(
    `insert into journal (interface_id, ts, epoch, seq, pos, flags, value) values ($1, $2, 1, $3, 0, 0, $4)`,
    [interfaceId, new Date(at), Math.round(at / 1000), value],
  )
}

test('stores the output changes of the hour before, of the entity only', async () => {
  const now = Date.now()
  const of = await aHouse(farm)
  const { entityId, sectorId, terminalId } = of
  const alarm = tooHot(of.temperature)
  const rule = await aRule(farm, { entityId, sectorId, terminalId, displayName: 'Heat', ...alarm })
  const nextDoor = await anInterface(farm, terminalId, 'House 2', 'FAN_RELAY', 'Next door')
  for (const fan of [of.fan, nextDoor]) {
    await insertReading(fan, now - 40 * MINUTE, 1)
    await insertReading(fan, now - 25 * MINUTE, 0)
    await insertReading(fan, now - 5 * MINUTE, 0)
  }
  // It changed, but longer ago; and it has said the same all the time.
  await insertReading(of.ventilation, now - 90 * MINUTE, 10)
  await insertReading(of.ventilation, now - 50 * MINUTE, 40)
  await farm.world.owner.query(
    `insert into commands (id, interface_id, terminal_id, sid, n, value, issued_at, ttl, hold, issuer_name, state)
     values ('c1', $1, $2, 's', 1, 'false', $3, 8000, 0, 'Stockperson', 'DONE')`,
    [of.fan, terminalId, new Date(now - 25 * MINUTE - 4_000)],
  )
  const key = `${rule}:${now}`
  await boxDid(farm, terminalId, [
    [now, { rule, kind: 'EVENT_OPEN', key, event: key, status: 'OPEN', since: now - 600_000, causes: [] }],
  ])
  const manager = await farm.as('Paul')
  const found = await eventually(
    async () => data(await manager.events.search({ query: { ruleId: rule } })).content,
    content => content.length === 1,
  )
  await farm.world.owner.query(`update interfaces set display_name = 'Other' where id = $1`, [of.fan])
  const { recentActuations } = data(await manager.events.details({ params: { id: found[0]!.id } }))
  expect(recentActuations).toEqual([
    {
      interfaceId: of.fan,
      interfaceName: 'Fan',
      category: 'FAN_RELAY',
      unit: null,
      value: false,
      atUtc: new Date(now - 25 * MINUTE).toISOString(),
      by: 'Stockperson',
    },
  ])
})
