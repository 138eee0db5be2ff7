import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { offerSetup } from './index.ts'

let now = Date.UTC(2026, 4, 4)
let farm: Farm
beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => now, mono: () => now }, bare: true })
})
afterAll(() => farm.close())

const person = { displayName: 'First one', email: 'First@Steading.example', password: 'Correct-horse-7' }
const setup = (setupCode: string, more: Partial<typeof person> = {}) =>
  farm.api().sessions.setup({ body: { setupCode, ...person, ...more } })

const isNeeded = async () => data(await farm.api().sessions.setupNeeded()).needed

test('the first administrator signs in with the printed code, once, within 30 min', async () => {
  const late = await offerSetup(farm.world)
  now += 31 * 60_000
  await expect(setup(late!)).rejects.toMatchObject({ failure: { code: 'WRONG_SETUP_CODE' } })

  const code = await offerSetup(farm.world)
  await expect(setup('wrong')).rejects.toMatchObject({ failure: { code: 'WRONG_SETUP_CODE' } })
  await expect(setup(code!, { password: 'weak' })).rejects.toMatchObject({
    failure: {
      fields: [
        { field: 'password', code: 'tooShort' },
        { field: 'password', code: 'password' },
      ],
    },
  })
  expect(await isNeeded()).toBe(true)
  const tries = await Promise.allSettled([setup(code!), setup(code!, { email: 'second@steading.example' })])
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(setup(code!)).rejects.toMatchObject({ failure: { code: 'WRONG_SETUP_CODE' } })
  expect(await offerSetup(farm.world)).toBeUndefined()
  expect(await isNeeded()).toBe(false)
})

test('the first administrator may do everything', async () => {
  const { rows } = await farm.world.owner.query<{ email: string }>('select email from users')
  const session = await farm.login(rows[0]!.email)
  expect(session.permissions).toEqual([{ name: 'ROOT', category: 'PLATFORM' }])
  expect(data(await farm.api(session).entities.list({ query: {} })).map(one => one.type)).toEqual(['ROOT'])
})
