// @module-tag nightly
// What the tests of drills would miss if these were not caught: people told without the box, and anybody's link counting for anybody.
import { afterEach, expect, test, vi } from 'vitest'
import { aDrillBox, drilled, record } from './drills.ts'
import { aFarm, data } from './farm.ts'
import type { Farm } from './farm.ts'
import { aClock, responsible } from './outbox.ts'
import { linkToken } from '../src/outbox/messages/linkTokens.ts'

const broken = vi.hoisted(() => ({ straight: false, anyone: false }))
let hear: ((work: never, doing: never) => Promise<void>) | undefined
vi.mock(import('../src/devices/commands/drillCommands.ts'), async original => {
  const real = await original()
  return {
    ...real,
    createDrillCommands: (options: Parameters<typeof real.createDrillCommands>[0]) => {
      const orders = real.createDrillCommands(options)
      return {
        ...orders,
        async order(work: Parameters<typeof orders.order>[0], terminalId: string, key: string) {
          const refusal = await orders.order(work, terminalId, key)
          // The platform plays the box: the doing comes at once, from nowhere.
          if (broken.straight)
            work.afterCommit(
              () =>
                void options.world.db.work(work.actor, later =>
                  hear!(later as never, { terminalId, ts: later.now, body: { key } } as never),
                ),
            )
          return refusal
        },
      }
    },
  }
})
vi.mock(import('../src/events/effects/boxEffects.ts'), async original => {
  const real = await original()
  return {
    ...real,
    followBoxes: (...parameters: Parameters<typeof real.followBoxes>) => {
      const { onEffect, part } = real.followBoxes(...parameters)
      const noted = (kind: string, take: Parameters<typeof onEffect>[1]) => {
        hear = take as never
        onEffect(kind, take)
      }
      return { onEffect: noted, part }
    },
  }
})
vi.mock(import('../src/outbox/messages/linkTokens.ts'), async original => {
  const real = await original()
  return {
    ...real,
    notificationOfToken: (...[secrets, token, linkKind]: Parameters<typeof real.notificationOfToken>) =>
      broken.anyone ? (token.split('.')[1] ?? null) : real.notificationOfToken(secrets, token, linkKind),
  }
})

let farm: Farm
afterEach(async () => {
  broken.straight = broken.anyone = false
  await farm.close()
})

const aHouse = async () => {
  const clock = aClock()
  farm = await aFarm({ clock, settings: { PUBLIC_URL: 'https://farm.example' } })
  await responsible(farm, 'House 1', await farm.person('Paul'))
  await responsible(farm, 'House 1', await farm.person('Paul'))
  return { api: await farm.as('Aves'), box: await aDrillBox(farm), clock }
}
/** How many messages of a drill there are though the box wrote nothing down. */
const toldWithoutBox = async () => {
  const { api, box } = await aHouse()
  const { ids } = data(await api.drills.start({ params: { id: farm.at['House 1']! } }))
  await box.answer((await box.ordered())!)
  await new Promise(wait => setTimeout(wait, 1000))
  return (await record(farm, api, ids[0]!, one => one.answeredUtc !== null)).messages.length
}
/** Does a link with somebody else's signature confirm? */
const confirmsForOthers = async () => {
  const { api, box } = await aHouse()
  const id = await drilled(farm, api, box)
  const { messages } = await record(farm, api, id, one => one.messages.length === 2)
  const [mine, other] = messages.map(message => message.notificationId)
  const forged = `${linkToken(farm.world.secrets, mine!, 'drill').split('.')[0]}.${other}`
  await farm
    .api()
    .drills.confirm({ body: { token: forged } })
    .catch(() => undefined)
  return (await record(farm, api, id, () => true)).confirmed > 0
}

test('the correct program notifies after the box has written, one link per user', async () => {
  expect(await toldWithoutBox()).toBe(0)
  await farm.close()
  expect(await confirmsForOthers()).toBe(false)
})

test('detects a platform that notifies at once', async () => {
  broken.straight = true
  expect(await toldWithoutBox()).toBeGreaterThan(0)
})

test('detects a link that confirms for another user', async () => {
  broken.anyone = true
  expect(await confirmsForOthers()).toBe(true)
})
