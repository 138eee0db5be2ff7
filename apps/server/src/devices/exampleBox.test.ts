// A box that is not ours: docs/example_box.py knows docs/protocol.md and nothing else.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTerminal } from '../../test/box.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { responsible } from '../../test/outbox.ts'
import { anInterface, aRule, tooHot } from '../../test/rules.ts'
import { aSink } from '../../test/smtp.ts'

const script = join(import.meta.dirname, '../../../../docs/example-box.sh')
/** It needs a Python with the MQTT library, which it looks for by itself. */
const isPossible = spawnSync(script, ['--check']).status === 0

/** ms by which the clock of the platform runs ahead */
let ahead = 0
let folder: string
let sink: Awaited<ReturnType<typeof aSink>>
let farm: Farm
beforeAll(async () => {
  sink = await aSink()
  folder = mkdtempSync(join(tmpdir(), 'steading-example-'))
  farm = await aFarm({
    clock: { now: () => Date.now() + ahead, mono: () => performance.now() + ahead },
    settings: { SMTP_URL: sink.url, PUBLIC_URL: 'https://farm.example' },
  })
})
afterAll(async () => {
  await farm.close()
  await sink.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the example, which stays connected; its whole process group ends at once when it is killed. */
function start({ uid, code }: { uid: string; code: string }, ...more: readonly string[]) {
  const broker = `127.0.0.1:${farm.app.services.devices.brokerAddress().port}`
  const box = spawn(script, [farm.url, broker, uid, code, '21.5', '--stay', '120', ...more], {
    detached: true,
    env: { ...process.env, TMPDIR: folder },
  })
  let output = ''
  for (const stream of [box.stdout, box.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(box, 'exit')
  return {
    output: () => output,
    async kill() {
      if (box.exitCode === null && box.signalCode === null) process.kill(-box.pid!, 'SIGKILL')
      await ended
    },
  }
}

test.skipIf(!isPossible)('an alarm of the protocol’s example reaches a user by mail', async () => {
  const email = await farm.person('Paul')
  await responsible(farm, 'Paul', email)
  const { id: terminalId, uid, code } = await aTerminal(farm)
  const probe = await anInterface(farm, terminalId, 'House 1', 'TEMPERATURE', 'Probe')
  const place = { entityId: farm.at['Paul']!, sectorId: farm.at['House 1']!, terminalId, displayName: 'Heat' }
  const rule = await aRule(farm, { ...place, ...tooHot(probe, { permanenceTime: '00:00', repetitionTime: '00:00' }) })
  await farm.world.db.work(farm.system, async work => {
    const order = { desired: true, deployment_status: 'PENDING_DEPLOY', desired_version: 1 } as const
    await work.sql.updateTable('rules').set(order).where('id', '=', rule).execute()
    await farm.app.services.devices.reviseConfiguration(work, terminalId)
  })

  const box = spawn(script, [farm.url, `127.0.0.1:${farm.app.services.devices.brokerAddress().port}`, uid, code, '33.4'])
  const [output, problems] = await Promise.all([text(box.stdout), text(box.stderr), once(box, 'exit')])
  expect([output, problems]).toEqual([expect.stringContaining('stored'), ''])
  expect(output).toContain(`sent EVENT_NOTIFY of rule ${rule}`)

  await expect.poll(() => sink.received.map(received => received.to)).toContainEqual([email])
  const { rows } = await farm.world.owner.query('select reason from quarantine where terminal_id = $1', [terminalId])
  expect(rows).toEqual([])
})

test.skipIf(!isPossible)(
  'a silent box of the example alerts a person, and its replacement obeys commands',
  { tags: ['nightly'] },
  async () => {
    const email = await farm.person('Azinheira')
    await responsible(farm, 'Azinheira', email)
    const terminal = await aTerminal(farm, 'Azinheira')
    const probe = await anInterface(farm, terminal.id, 'Room 1', 'TEMPERATURE', 'Probe')
    const inlet = await anInterface(farm, terminal.id, 'Room 1', 'WINDOW_CONTROL', 'Inlet', 'inlet')
    const heater = await anInterface(farm, terminal.id, 'Room 1', 'HEATING_RELAY', 'Heater', 'heater')
    const api = farm.api(await farm.login(email))
    const isConnected = () => farm.app.services.devices.connected(terminal.id)
    const titles = async () => data(await api.events.search({ query: {} })).content.map(({ title, status }) => [title, status])

    const first = start(terminal)
    await expect.poll(first.output).toContain('stored')
    await first.kill()
    await expect.poll(isConnected).toBe(false)
    ahead += 16 * 60_000
    await expect.poll(titles).toContainEqual(['No signal from Box of the test', 'OPEN'])
    await expect.poll(() => sink.received.map(received => received.to)).toContainEqual([email])

    const { version } = data(await api.terminals.details({ params: { id: terminal.id } }))
    const { claim } = data(await api.terminals.swap({ params: { id: terminal.id }, body: { version } }))
    const second = start({ uid: claim.uid, code: claim.claimCode }, '--locked', 'heater')
    try {
      await expect.poll(second.output).toContain('stored')
      expect(second.output()).toContain(`as interface ${probe}`)
      await expect.poll(titles).toContainEqual(['No signal from Box of the test', 'CLOSED'])

      const command = async (interfaceId: string, value: number | boolean) => {
        const params = { e: farm.at['Azinheira']!, t: terminal.id, i: interfaceId }
        const { id } = data(await api.interfaces.actuate({ params, body: { value } }))
        const outcome = async () => data(await api.interfaces.command({ params: { id } }))
        await expect.poll(async () => (await outcome()).state).not.toBe('SENT')
        return outcome()
      }
      expect(await command(inlet, 40)).toMatchObject({ state: 'DONE', readBack: 40 })
      expect(await command(heater, true)).toMatchObject({ state: 'REJECTED', reason: 'interlock' })
      await expect
        .poll(async () =>
          data(await api.readings.last({ query: { interfaceIds: [probe, inlet] } })).map(one => one.convertedValue),
        )
        .toEqual([21.5, 40])
    } finally {
      await second.kill()
    }
    const { rows } = await farm.world.owner.query('select reason from quarantine where terminal_id = $1', [terminal.id])
    expect(rows).toEqual([])
  },
)
