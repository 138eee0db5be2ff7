import { connectAsync } from 'mqtt'
import { spawnSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../time/clock.ts'
import { readConfig } from '../config/config.ts'
import { createLogger } from '../log.ts'
import { caPin } from './authority.ts'
import { embeddedBroker } from './embedded.ts'

const OPENSSL = spawnSync('openssl', ['version']).error === undefined
const UID = 'one000000000000'

describe.skipIf(!OPENSSL)('with TLS', () => {
  const dir = mkdtempSync(join(tmpdir(), 'steading-tls-'))
  const file = (name: string) => join(dir, name)
  const run = (...args: string[]) => {
    const { status, stderr } = spawnSync('openssl', args, { cwd: dir })
    if (status !== 0) throw new Error(String(stderr))
  }
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  beforeAll(() => {
    run('req', '-x509', ...ec, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Test authority')
    run('req', ...ec, '-keyout', 'key.pem', '-out', 'request.pem', '-subj', '/CN=localhost')
    run(
      'x509',
      '-req',
      '-in',
      'request.pem',
      '-CA',
      'ca.pem',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
      '-days',
      '2',
      '-out',
      'leaf.pem',
    )
  })
  afterAll(() => rmSync(dir, { recursive: true }))

  test('sends boxes the encrypted port and the pin of a private authority', async () => {
    const broker = embeddedBroker({
      config: readConfig({
        MQTT_PORT: '0',
        MQTTS_PORT: '0',
        TLS_CERT: file('leaf.pem'),
        TLS_KEY: file('key.pem'),
        PUBLIC_URL: 'https://farm.example.com',
      }),
      clock: systemClock,
      log: createLogger('silent'),
      events: {
        login: () => Promise.resolve(true),
        message: () => Promise.resolve(),
        disconnected: () => undefined,
        duplicateConnection: () => undefined,
      },
    })
    await broker.start()
    const address = broker.address()
    expect(address).toEqual({ host: 'farm.example.com', port: expect.any(Number) as number, tls: true })
    const client = await connectAsync(`mqtts://127.0.0.1:${address.port}`, {
      clientId: UID,
      username: UID,
      password: 'x',
      ca: readFileSync(file('ca.pem')),
      servername: 'localhost',
      reconnectPeriod: 0,
    })
    await client.publishAsync(`fb/v1/${UID}/up/data`, '{}', { qos: 1 })
    await client.endAsync()
    await broker.stop()
  })

  test('pins the last certificate if it is self-signed', () => {
    const ca = readFileSync(file('ca.pem'), 'utf8')
    const leaf = readFileSync(file('leaf.pem'), 'utf8')
    const key = new X509Certificate(ca).publicKey.export({ type: 'spki', format: 'der' })
    const pin = `sha256:${createHash('sha256').update(key).digest('hex')}`
    expect([caPin(ca), caPin(leaf + ca), caPin(leaf), caPin(ca + leaf), caPin('')]).toEqual([
      pin,
      pin,
      undefined,
      undefined,
      undefined,
    ])
  })
})
