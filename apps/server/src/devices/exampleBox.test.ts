// A box that is not ours: docs/example_box.py knows docs/protocol.md and nothing else.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTerminal } from '../../test/box.ts'
import { aFarm } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { responsible } from '../../test/outbox.ts'
import { anInterface, aRule, tooHot } from '../../test/rules.ts'
import { aSink } from '../../test/smtp.ts'

const script = join(import.meta.dirname, '../../../../docs/example-box.sh')
/** It needs a Python with the MQTT library, which it looks for by itself. */
const isPossible = spawnSync(script, ['--check']).status === 0

let sink: Awaited<ReturnType<typeof aSink>>
let farm: Farm
beforeAll(async () => {
  sink = await aSink()
  farm = await aFarm({ settings: { SMTP_URL: sink.url, PUBLIC_URL: 'https://farm.example' } })
})
afterAll(async () => {
  await farm.close()
  await sink.close()
})

test.skipIf(!isPossible)('an alarm of the example of the protocol reaches a person by mail', async () => {
  const email = await farm.person('Paul')
  await responsible(farm, 'Paul', email)
  const { id: terminalId, uid, code } = await aTerminal(farm)
  const probe = await anInterface(farm, terminalId, 'House 1', 'TEMPERATURE', 'Probe')
  const place = { entityId: farm.at['Paul']!, sectorId: farm.at['House 1']!, terminalId, displayName: 'Heat' }
  const rule = await aRule(farm, { ...place, ...tooHot(probe, { permanenceTime: '00:00', repetitionTime: '00:00' }) })
  await farm.world.db.work(farm.system, async work => {
    const order = { wanted: true, deployment_status: 'PENDING_DEPLOY', wanted_version: 1 }
    await work.sql.updateTable('rules').set(order).where('id', '=', rule).execute()
    await farm.app.doors.devices.desire(work, terminalId)
  })

  const box = spawn(script, [farm.url, `127.0.0.1:${farm.app.doors.devices.address().port}`, uid, code, '33.4'])
  const [said, problems] = await Promise.all([text(box.stdout), text(box.stderr), once(box, 'exit')])
  expect([said, problems]).toEqual([expect.stringContaining('stored'), ''])
  expect(said).toContain(`sent EVENT_NOTIFY of rule ${rule}`)

  await expect.poll(() => sink.received.map(one => one.to)).toContainEqual([email])
  const { rows } = await farm.world.owner.query('select reason from quarantine where terminal_id = $1', [terminalId])
  expect(rows).toEqual([])
})
