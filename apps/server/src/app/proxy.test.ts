import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginFrom } from '../../test/dial.ts'
import { aFarm } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'

const PROXY = '127.0.0.1'
const STRANGER = { 'x-forwarded-for': '203.0.113.9' }
const STOCKPERSON = { 'x-forwarded-for': '198.51.100.4' }
let behindProxy: Farm
let untrusting: Farm
beforeAll(async () => {
  behindProxy = await aFarm({ settings: { TRUSTED_PROXIES: PROXY } })
  untrusting = await aFarm()
})
afterAll(() => Promise.all([behindProxy.close(), untrusting.close()]))

const guess = async (farm: Farm, headers: Record<string, string>) => {
  for (let n = 0; n < 30; n++)
    expect((await loginFrom(farm, PROXY, `nobody${n}@steading.example`, 'wrong', headers)).status).toBe(401)
}
const status = async (farm: Farm, email: string, headers: Record<string, string>) =>
  (await loginFrom(farm, PROXY, email, undefined, headers)).status

test('counts failed logins by the address that a trusted proxy forwards', async () => {
  const person = await behindProxy.person('Aves')
  await guess(behindProxy, STRANGER)
  expect(await status(behindProxy, person, STRANGER)).toBe(429)
  expect(await status(behindProxy, person, STOCKPERSON)).toBe(200)
})

test('names the forwarded address in the audit', async () => {
  const person = await behindProxy.person('Aves')
  await loginFrom(behindProxy, PROXY, person, undefined, STOCKPERSON)
  const { rows } = await behindProxy.world.owner.query(`select ip from audit where action = 'LOGIN' order by id desc limit 1`)
  expect(rows).toEqual([{ ip: '198.51.100.4' }])
})

test('ignores a forwarded address from a caller that is no trusted proxy', async () => {
  const person = await untrusting.person('Aves')
  await guess(untrusting, STRANGER)
  expect(await status(untrusting, person, STOCKPERSON)).toBe(429)
})

test('serves metrics to this machine and not through a proxy', async () => {
  for (const farm of [behindProxy, untrusting]) {
    const metrics = (headers = {}) => fetch(`${farm.url}/services/metrics`, { headers })
    expect((await metrics()).status).toBe(200)
    expect((await metrics(STRANGER)).status).toBe(404)
  }
})
