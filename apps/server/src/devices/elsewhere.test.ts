import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aClaimedBox, aTerminal, batch, hello, line, session } from '../../test/box.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { aMosquitto, DYNAMIC_SECURITY, MOSQUITTO } from '../../test/mosquitto.ts'
import type { Mosquitto } from '../../test/mosquitto.ts'
import { within } from '../../test/wire.ts'
import { createInterface } from '../interfaces/index.ts'

describe.skipIf(MOSQUITTO === undefined)('with a broker elsewhere', () => {
  let farm: Farm
  let mosquitto: Mosquitto
  beforeAll(async () => {
    mosquitto = await aMosquitto()
    farm = await aFarm({ settings: { MQTT_URL: mosquitto.url, MQTT_UNPROTECTED: 'on' } })
    await vi.waitUntil(() => farm.app.doors.devices.part.health().ok, { timeout: 5000 })
  })
  afterAll(async () => {
    await farm.close()
    await mosquitto.close()
  })

  test('a box that claimed its place is provisioned by its first word, and acknowledged; one that did not is not heard', async () => {
    const box = await aClaimedBox(farm)
    await farm.world.db.work(farm.system, work =>
      createInterface(work, farm.app.doors.devices, {
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
    await expect.poll(() => farm.app.doors.devices.connected(box.id)).toBe(false)

    const stranger = await aTerminal(farm)
    const unheard = await line(farm, { uid: stranger.uid, password: 'x' })
    await unheard.listen()
    await unheard.say('up/hello', hello(unheard.sid))
    expect(await unheard.hear('dn/welcome', 300)).toBeNull()
    unheard.end()
  })

  test('a quiet box stays there; one that died while the broker was down does not', { timeout: 30_000 }, async () => {
    const [lives, dies] = [await aClaimedBox(farm), await aClaimedBox(farm)]
    const { connected } = farm.app.doors.devices
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
    await vi.waitUntil(() => farm.app.doors.devices.part.health().ok, { timeout: 10_000 })
    const again = await session(farm, lives)
    expect([connected(lives.id), connected(dies.id)]).toEqual([true, false])
    again.end()
  })

  test('a revoked box is not heard any more', async () => {
    const box = await aClaimedBox(farm)
    const made = await session(farm, box)
    const api = await farm.as('Paul')
    await api.terminals.revoke({ params: { id: box.id } })
    expect(farm.app.doors.devices.connected(box.id)).toBe(false)
    await made.say('up/hello', hello(made.sid))
    expect(await made.hear('dn/welcome', 300)).toBeNull()
    made.end()
  })
})

describe.skipIf(DYNAMIC_SECURITY === undefined)('with a protected broker elsewhere', () => {
  let farm: Farm
  let mosquitto: Mosquitto
  beforeAll(async () => {
    mosquitto = await aMosquitto({ isProtected: true })
    farm = await aFarm({ settings: { MQTT_URL: mosquitto.url } })
    await vi.waitUntil(() => health().includes('users managed, strangers refused'), { timeout: 10_000 })
  })
  afterAll(async () => {
    await farm.close()
    await mosquitto.close()
  })
  const health = () => farm.app.doors.devices.part.health().detail

  test('a box logs in with the password of its claim alone', async () => {
    const box = await aClaimedBox(farm)
    const stranger = await aTerminal(farm)
    expect((await line(farm, { ...box, password: 'wrong' })).returnCode).not.toBe(0)
    expect((await line(farm, { uid: stranger.uid, password: box.password })).returnCode).not.toBe(0)
    const made = await session(farm, box)
    expect(farm.app.doors.devices.connected(box.id)).toBe(true)
    made.end()
  })

  test('a revoked box loses its session and its user', async () => {
    const box = await aClaimedBox(farm)
    const made = await session(farm, box)
    const api = await farm.as('Paul')
    await api.terminals.revoke({ params: { id: box.id } })
    await within(5000, made.closed)
    expect((await line(farm, box)).returnCode).not.toBe(0)
  })

  test('a rotated password reaches the box, and the old one ends', async () => {
    const box = await aClaimedBox(farm)
    const made = await session(farm, box)
    const api = await farm.as('Paul')
    await api.terminals.rotate({ params: { id: box.id } })
    const { password } = (await made.hear('dn/cred'))!
    await within(5000, made.closed)
    expect((await line(farm, box)).returnCode).not.toBe(0)
    const again = await session(farm, { uid: box.uid, password })
    again.end()
  })

  test('a box that is away keeps its password when it is rotated', async () => {
    const box = await aClaimedBox(farm)
    const api = await farm.as('Paul')
    await api.terminals.rotate({ params: { id: box.id } })
    const made = await session(farm, box)
    expect(farm.app.doors.devices.connected(box.id)).toBe(true)
    made.end()
  })
})
