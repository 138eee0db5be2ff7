import { spawn, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pinOf } from '../src/platform/socket.ts'
import { certificates, machineClock } from './certificates.ts'
import { createClaimServer } from './claims.ts'
import { createPlatform } from './platform.ts'
import type { TestPlatform } from './platform.ts'
import { temperature, ventilation } from './specs.ts'

const uid = 'k3jq9ztr5fa0x7'
const code = '7K3M9QXW2C5T8V0ZB4N6RJ1HDG'
const password = 'p'.repeat(43)
const script = fileURLToPath(new URL('../../../docs/example-box.sh', import.meta.url))
const isPossible = spawnSync(script, ['--check']).status === 0

let platform: TestPlatform
beforeEach(async () => {
  platform = await createPlatform(uid)
  platform.passwords.add(password)
  await platform.configure([ventilation, temperature], { '31': { version: 1 } })
})
afterEach(() => platform.stop())

/** Runs the example against a platform; answers its exit code and all that it lines. */
const run = (address: string, env: Readonly<Record<string, string>> = {}) =>
  new Promise<{ exit: number | null; lines: string[] }>(resolve => {
    const args = [address, '-', uid, '7k3m-9qxw-2c5t-8vOz-b4n6-rjLh-dg', '22.5']
    const box = spawn(script, args, { env: { ...machineClock, ...env } })
    let output = ''
    for (const stream of [box.stdout, box.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    box.on('close', exit => resolve({ exit, lines: output.trim().split('\n') }))
  })
const expectedLines = [`claimed ${uid}`, 'sent 22.5 °C as interface 101', 'stored']

describe.skipIf(!isPossible)('the example of the docs', () => {
  it('claims, connects and publishes by the protocol only', async () => {
    const web = await createClaimServer(platform, { uid, code, password })
    expect(await run(web.address)).toEqual({ exit: 0, lines: expectedLines })
    expect([web.claims(), platform.refusals, platform.readings.size]).toEqual([1, [], 1])
    expect([...platform.readings.values()][0]).toMatchObject({ ix: 1, value: 22.5, h: 0 })
    expect(platform.shadows.at(-1)).toMatchObject({ rev: 1, rules: { '31': { st: 'error' } } })
    expect(platform.presence.at(-1)).toMatchObject({ on: false })
    await web.close()
  })

  it('fails before the claim if a Python library is missing', async () => {
    const web = await createClaimServer(platform, { uid, code, password })
    const { exit, lines } = await run(web.address, { PYTHON: '/bin/false' })
    expect({ exit, claims: web.claims() }).toEqual({ exit: 3, claims: 0 })
    expect(lines[0]).toContain('PYTHON=')
    await web.close()
  })

  it('trusts a broker only by its pin', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'example-'))
    const { make, read } = certificates(folder)
    make('ours', 'broker')
    make('other', 'stranger')
    const server = createServer(
      { key: read('broker.key'), cert: Buffer.concat([read('broker.pem'), read('ours.pem')]) },
      socket => {
        const inner = connect(platform.port, '127.0.0.1')
        socket.pipe(inner).pipe(socket)
        for (const one of [socket, inner]) one.on('error', () => socket.destroy())
      },
    )
    await new Promise<void>(resolve => {
      server.listen(0, resolve)
    })
    // safe: a TCP server that listens has such an address
    const { port } = server.address() as AddressInfo
    const claimed = async (name: string) => {
      const mqtt = { host: 'localhost', port, tls: true, caPin: pinOf(new X509Certificate(read(`${name}.pem`))) }
      const web = await createClaimServer(platform, { uid, code, password, mqtt })
      const result = await run(web.address)
      await web.close()
      return result
    }
    expect(await claimed('ours')).toEqual({ exit: 0, lines: expectedLines })
    expect(await claimed('broker')).toEqual({ exit: 0, lines: expectedLines })
    const { exit, lines } = await claimed('other')
    expect({ exit, last: lines.at(-1) }).toEqual({ exit: 1, last: 'the broker does not show the pinned certificate' })
    expect(platform.hellos).toHaveLength(2)
    server.close()
    rmSync(folder, { recursive: true })
  })
})
