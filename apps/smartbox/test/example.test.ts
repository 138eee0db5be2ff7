import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createClaimServer } from './claims.ts'
import { createPlatform } from './platform.ts'
import { temperature, ventilation } from './specs.ts'

const uid = 'k3jq9ztr5fa0x7'
const code = '7K3M9QXW2C5T8V0ZB4N6RJ1HDG'
const password = 'p'.repeat(43)
const script = fileURLToPath(new URL('../../../docs/example-box.sh', import.meta.url))
const python = process.env['PYTHON'] ?? 'python3'
const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0
const isPossible = has('curl', '--version') && has('openssl', 'version') && has(python, '-c', 'import paho.mqtt.client')

describe.skipIf(!isPossible)('the example of the docs', () => {
  it('claims, connects and publishes by the protocol alone', async () => {
    const platform = await createPlatform(uid)
    platform.passwords.add(password)
    await platform.configure([ventilation, temperature], { '31': { version: 1 } })
    const web = await createClaimServer(platform, { uid, code, password })
    const args = [web.address, '-', uid, '7k3m-9qxw-2c5t-8vOz-b4n6-rjLh-dg', '22.5']
    const { stdout } = await promisify(execFile)(script, args, { env: { ...process.env, PYTHON: python } })
    expect(stdout.trim().split('\n')).toEqual([`claimed ${uid}`, 'sent 22.5 °C as interface 101', 'stored'])
    expect([web.claims(), platform.refusals, platform.readings.size]).toEqual([1, [], 1])
    expect([...platform.readings.values()][0]).toMatchObject({ ix: 1, value: 22.5, h: 0 })
    expect(platform.shadows[0]).toMatchObject({ rev: 1, rules: { '31': { st: 'error' } } })
    expect(platform.presence.at(-1)).toMatchObject({ on: false })
    await web.close()
    await platform.stop()
  })
})
