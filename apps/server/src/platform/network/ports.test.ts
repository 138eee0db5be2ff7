import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { freePort } from './freePort.ts'
import { listenersOf, portClashes, portProblems, listenProblem } from './ports.ts'

test('reports two listeners on one port before listening', () => {
  const message = 'HTTP_PORT and MQTT_PORT are both 9000: give each a port of its own'
  expect(() => readConfig({ HTTP_PORT: '9000', MQTT_PORT: '9000' })).toThrow(message)
  expect(readConfig({ HTTP_PORT: '0', MQTT_PORT: '0' })).toMatchObject({ HTTP_PORT: 0, MQTT_PORT: 0 })
  expect(readConfig({ HTTP_PORT: '1883', MQTT_URL: 'mqtt://broker.example' }).HTTP_PORT).toBe(1883)
  expect(readConfig({ HTTP_PORT: '8883' }).HTTP_PORT).toBe(8883)
})

test('counts the encrypted port with TLS', () => {
  const config = { ...readConfig({ HTTP_PORT: '8883', MQTTS_PORT: '8883' }), tls: {} }
  expect(portClashes(listenersOf(config))).toEqual(['HTTP_PORT and MQTTS_PORT are both 8883: give each a port of its own'])
})

test('binds plain MQTT to loopback unless TLS ends elsewhere', () => {
  const hosts = (more: object) => listenersOf({ ...readConfig({}), BIND: '10.0.0.7', tls: {}, ...more }).map(({ host }) => host)
  expect(hosts({})).toEqual(['10.0.0.7', '127.0.0.1', '10.0.0.7'])
  expect(hosts({ TLS_TERMINATED_ELSEWHERE: true })).toEqual(['10.0.0.7', '10.0.0.7', '10.0.0.7'])
})

test.each([
  ['EADDRINUSE', /^MQTT_PORT=1883: .* uses this port; end it, or set MQTT_PORT to a free one$/],
  ['EACCES', /^MQTT_PORT=1883: .* above 1023$/],
  ['EADDRNOTAVAIL', /^BIND=127\.0\.0\.1: not an address/],
])('%s in words', (code, words) => {
  const listener = { setting: 'MQTT_PORT', port: 1883, host: '127.0.0.1' } as const
  expect(listenProblem(listener, Object.assign(new Error('listen'), { code }))).toMatch(words)
  expect(listenProblem(listener, new Error('listen'))).toBeUndefined()
})

describe('a port that is taken', () => {
  const folder = mkdtempSync(join(tmpdir(), 'steading-ports-'))
  const dataDir = join(folder, 'data')
  let other: Server
  let taken = 0
  beforeAll(async () => {
    other = createServer()
    await new Promise<void>(done => other.listen(0, '127.0.0.1', done))
    taken = (other.address() as AddressInfo).port // safe: listening on TCP
  })
  afterAll(() => {
    other.close()
    rmSync(folder, { recursive: true })
  })

  test('is reported with its setting', async () => {
    const config = readConfig({ HTTP_PORT: String(taken), MQTT_PORT: '0' })
    expect(await portProblems(config)).toEqual([expect.stringContaining(`HTTP_PORT=${taken}: `)])
    expect(await portProblems({ ...config, HTTP_PORT: 0, MQTT_PORT: taken })).toEqual([
      expect.stringContaining(`MQTT_PORT=${taken}: `),
    ])
    expect(await portProblems({ ...config, HTTP_PORT: await freePort() })).toEqual([])
  })

  test.each([
    ['tools/start.ts', 'HTTP_PORT'],
    ['tools/serve.ts', 'MQTT_PORT'],
    ['apps/server/src/app/main.ts', 'MQTT_PORT'],
  ])('%s with %s reports it and creates nothing', async (program, setting) => {
    const { status, stderr, stdout } = spawnSync(process.execPath, [program], {
      encoding: 'utf8',
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        DATA_DIR: dataDir,
        HTTP_PORT: String(await freePort()),
        MQTT_PORT: String(await freePort()),
        [setting]: String(taken),
      },
    })
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(new RegExp(`^These settings don't hold:\n  ${setting}=${taken}: .*\n$`))
    expect(existsSync(dataDir)).toBe(false)
  })
})
