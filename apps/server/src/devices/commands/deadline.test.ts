import type { Command } from '@steading/contract/devices/interfaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFan, session } from '../../../test/box.ts'
import { aFarm, data } from '../../../test/farm.ts'
import type { Api, Farm } from '../../../test/farm.ts'
import { createVirtualClock } from '../../../test/virtualClock.ts'

const clock = createVirtualClock()
let farm: Farm
let api: Api
const states: Command['state'][] = []
beforeAll(async () => {
  farm = await aFarm({ clock })
  api = await farm.as('Paul')
  farm.world.bus.on('command.changed', 'test', ({ command }) => void states.push(command.state))
})
afterAll(() => farm.close())

/** A command to a fan whose box is connected and does not answer yet. */
async function aSentCommand({ ttl }: { readonly ttl?: number } = {}) {
  const { box, place } = await aFan(farm)
  const made = await session(farm, box)
  states.length = 0
  const command = data(await api.interfaces.actuate({ params: place, body: { value: 40, ...(ttl !== undefined && { ttl }) } }))
  const sent = (await made.hear('dn/cmd'))!
  const state = async () => data(await api.interfaces.command({ params: { id: command.id } }))
  return { made, sent, state }
}

test('marks a command UNCONFIRMED at its deadline, and stores a late answer', async () => {
  const { made, sent, state } = await aSentCommand({ ttl: 1000 })
  expect(sent.ttl).toBe(1000)
  // An answer may take 4.8 s on top of the time that the command is valid.
  await farm.pass(sent.iss + 5799 - clock.now())
  await farm.idle()
  expect((await state()).state).toBe('SENT')
  await farm.pass(1)
  await expect.poll(async () => (await state()).state).toBe('UNCONFIRMED')
  await made.say('up/ack', { id: sent.id, n: sent.n, st: 'done', at: clock.now(), read: 40 })
  expect(await state()).toMatchObject({ state: 'DONE', readBack: 40 })
  expect(states).toEqual(['SENT', 'UNCONFIRMED', 'DONE'])
  made.end()
})

test('a deadline survives a restart', async () => {
  const { sent, state } = await aSentCommand()
  await farm.world.owner.query("update commands set issued_at = issued_at - interval '1 hour' where id = $1", [sent.id])
  await farm.app.services.devices.part.stop()
  await farm.app.services.devices.part.start()
  expect((await state()).state).toBe('UNCONFIRMED')
})
