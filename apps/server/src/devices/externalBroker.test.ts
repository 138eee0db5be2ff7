import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aClaimedBox, aTerminal, batch, hello, line, session } from '../../test/box.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { aMosquitto, DYNAMIC_SECURITY, MOSQUITTO } from '../../test/mosquitto.ts'
import type { Mosquitto } from '../../test/mosquitto.ts'
import { createInterface } from '../interfaces/index.ts'
import { PATIENCE } from '../../../../tools/testing/patience.ts'

describe.skipIf(MOSQUITTO === undefined)('with an external broker', () => {
  let farm: Farm
  let mosquitto: Mosquitto
  beforeAll(async () => {
    mosquitto = await aMosquitto()
    farm = await aFarm({ settings: { MQTT_URL: mosquitto.url, MQTT_UNPROTECTED: 'on' } })
    await vi.waitUntil(() => farm.app.services.devices.part.health().ok, { timeout: PATIENCE.poll })
  })
  afterAll(async () => {
    await farm.close()
    await mosquitto.close()
  })

  test('accepts boxes that claimed their terminal, and no others', async () => {
    const box = await aClaimedBox(farm)
    await farm.world.db.work(farm.system, work =>
      createInterface(work, farm.app.services.devices, {
        terminalId: box.id,
        entityId: farm.at.Paul!,
        displayName: 'Air',
        category: 'TEMPERATURE',
        address: 'x',
      }),
    )
    const made = await session(farm, box)
    await made.say('up/data', batch(1, [[0, 0, 21.4]]))
    expect(await made.hear('dn/ack')).toEqual({ e: 3, upTo: 1 })
    const api = await farm.as('Paul')
    expect(data(await api.terminals.details({ params: { id: box.id } }))).toMatchObject({
      connected: true,
      provisionStatus: 'PROVISIONED',
    })
    made.socket.destroy()
    await expect.poll(() => farm.app.services.devices.connected(box.id)).toBe(false)

    const stranger = await aTerminal(farm)
    const unheard = await line(farm, { uid: stranger.uid, password: 'x' })
    await unheard.listen()
    await unheard.say('up/hello', hello(unheard.sid))
    // The broker passes on in order: what another box says later is answered when this one is read.
    const later = await session(farm, box)
    expect(await unheard.messageByNow('dn/welcome')).toBeNull()
    later.end()
    unheard.end()
  })

  test('keeps idle sessions and ends those lost with the broker', async () => {
    const lives = await aClaimedBox(farm)
    const dies = await aClaimedBox(farm)
    const { connected } = farm.app.services.devices
    await session(farm, lives)
    await session(farm, dies)
    const now = farm.world.clock.mono()
    const mono = vi.spyOn(farm.world.clock, 'mono').mockImplementation(() => now + 60_000)
    // Pings go to the broker alone: no message for a minute says nothing.
    expect([connected(lives.id), connected(dies.id)]).toEqual([true, true])
    mono.mockRestore()
    // Killed, it tells of no will.
    await mosquitto.kill()
    await expect.poll(() => connected(dies.id)).toBe(false)
    await mosquitto.restart()
    await vi.waitUntil(() => farm.app.services.devices.part.health().ok, { timeout: PATIENCE.poll })
    const again = await session(farm, lives)
    expect([connected(lives.id), connected(dies.id)]).toEqual([true, false])
    again.end()
  })

  test('ignores a revoked box', async () => {
    const box = await aClaimedBox(farm)
    const other = await aClaimedBox(farm)
    const made = await session(farm, box)
    const api = await farm.as('Paul')
    await api.terminals.revoke({ params: { id: box.id } })
    expect(farm.app.services.devices.connected(box.id)).toBe(false)
    await made.say('up/hello', hello(made.sid))
    // The broker passes on in order: what another box says later is answered when this one is read.
    const later = await session(farm, other)
    expect(await made.messageByNow('dn/welcome')).toBeNull()
    later.end()
    made.end()
  })
})

describe.skipIf(DYNAMIC_SECURITY === undefined)('with a protected external broker', () => {
  let farm: Farm
  let mosquitto: Mosquitto
  beforeAll(async () => {
    mosquitto = await aMosquitto({ isProtected: true })
    farm = await aFarm({ settings: { MQTT_URL: mosquitto.url } })
    await vi.waitUntil(() => health().includes('users managed, strangers refused'), { timeout: PATIENCE.poll })
  })
  afterAll(async () => {
    await farm.close()
    await mosquitto.close()
  })
  const health = () => farm.app.services.devices.part.health().detail

  test('a box logs in only with the password of its claim', async () => {
    const box = await aClaimedBox(farm)
    const stranger = await aTerminal(farm)
    expect((await line(farm, { ...box, password: 'wrong' })).returnCode).not.toBe(0)
    expect((await line(farm, { uid: stranger.uid, password: box.password })).returnCode).not.toBe(0)
    const made = await session(farm, box)
    expect(farm.app.services.devices.connected(box.id)).toBe(true)
    made.end()
  })

  test('a revoked box loses its session and its user', async () => {
    const box = await aClaimedBox(farm)
    const made = await session(farm, box)
    const api = await farm.as('Paul')
    await api.terminals.revoke({ params: { id: box.id } })
    await made.cutOff()
    expect((await line(farm, box)).returnCode).not.toBe(0)
  })

  test('a rotated password reaches the box and replaces the old one', async () => {
    const box = await aClaimedBox(farm)
    const made = await session(farm, box)
    const api = await farm.as('Paul')
    await api.terminals.rotate({ params: { id: box.id } })
    const { password } = (await made.hear('dn/cred'))!
    await made.cutOff()
    expect((await line(farm, box)).returnCode).not.toBe(0)
    const again = await session(farm, { uid: box.uid, password })
    again.end()
  })

  test('rotation keeps the password of an offline box', async () => {
    const box = await aClaimedBox(farm)
    const api = await farm.as('Paul')
    await api.terminals.rotate({ params: { id: box.id } })
    const made = await session(farm, box)
    expect(farm.app.services.devices.connected(box.id)).toBe(true)
    made.end()
  })
})
