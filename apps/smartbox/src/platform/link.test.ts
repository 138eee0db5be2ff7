import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command, DrillOrder, Hello, Welcome } from '@steading/contract/box/messages'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlatform } from '../../test/platform.ts'
import type { TestPlatform } from '../../test/platform.ts'
import { until } from '../../test/until.ts'
import { systemClock } from './clock.ts'
import { loadCredentials, saveClaim } from './credentials.ts'
import type { Credentials } from './credentials.ts'
import { createLink } from './link.ts'
import type { Link } from './link.ts'

const uid = 'k3jq9ztr5fa0x7'
const password = 'p'.repeat(43)
const hello = (sid: string): Hello => ({
  v: 1,
  proto: [1],
  fw: 'test',
  profile: 'FC-SMARTBOX-1',
  boot: 1,
  sid,
  epoch: 3,
  head: 1,
  tail: 0,
  rev: 0,
  hash: '',
  clk: 1,
  ifs: '',
  feat: [],
})

let folder: string
let platform: TestPlatform
let credentials: Credentials
let link: Link
let sids: number
const welcomes: Welcome[] = []
const commands: (Command | DrillOrder)[] = []
const delays: number[] = []
let closings: number

const makeLink = (): Link =>
  createLink({
    credentials,
    clock: {
      ...systemClock,
      // Delays of reconnection are recorded and shortened.
      after: (ms, run) => {
        delays.push(ms)
        return systemClock.after(ms === 15_000 ? 300 : ms / 50, run)
      },
    },
    log: () => {},
    random: () => 1,
    newSid: () => `session-${++sids}`,
    hello,
    update: () => undefined,
    opened: welcome => welcomes.push(welcome),
    closed: () => closings++,
    on: {
      'dn/ack': () => {},
      'dn/cmd': command => commands.push(command),
      'dn/shadow': () => {},
      'dn/time': () => {},
      'dn/cred': ({ password }) => {
        credentials.rotate(password)
        link.renew()
      },
    },
  })

const open = () => {
  const found = loadCredentials(join(folder, 'credentials.json'))
  if (!found) throw new Error('no credentials')
  return found
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'link-'))
  platform = await createPlatform(uid)
  platform.passwords.add(password)
  const mqtt = { host: '127.0.0.1', port: platform.port, tls: false }
  saveClaim(join(folder, 'credentials.json'), { v: 1, uid, password, mqtt, signKey: platform.signKey })
  credentials = open()
  welcomes.length = commands.length = delays.length = sids = closings = 0
  link = makeLink()
})
afterEach(async () => {
  await link.stop()
  await platform.stop()
  rmSync(folder, { recursive: true })
})

const topics = () => platform.log.map(({ topic }) => topic)

describe('link', () => {
  it('sends hello, waits for the welcome, then reports its presence', async () => {
    link.start()
    await until('presence', () => topics().includes('up/state'))
    expect(topics()).toEqual(['up/hello', 'up/state'])
    expect(platform.log.at(-1)).toMatchObject({ retain: true, message: { on: true, sid: 'session-1' } })
    expect([link.session(), welcomes.length, platform.refusals]).toEqual(['session-1', 1, []])
  })

  it('repeats only hello before the welcome', async () => {
    platform.welcomes = false
    link.start()
    await until('a second hello', () => platform.hellos.length === 2)
    expect(link.publish('up/time', { m: 1 })).toBe(false)
    expect(new Set(topics())).toEqual(new Set(['up/hello']))
    expect(delays.slice(0, 2)).toEqual([15_000, 30_000])
    platform.welcomes = true
    await until('the welcome', () => link.session() !== null)
  })

  it('ignores a welcome for another session', async () => {
    platform.welcomes = false
    link.start()
    await until('hello', () => platform.hellos.length === 1)
    await platform.send('dn/welcome', { sid: 'somebody-else', serverMs: 1, ackEpoch: 0, ackUpTo: 0, desiredRev: 0, limits: {} })
    await platform.send('dn/cmd', { v: 1, id: 'x', sid: 'session-1', n: 1, if: 1, val: 1, iss: 1, ttl: 8000 })
    await until('the command', () => commands.length === 1)
    expect([welcomes.length, link.session()]).toEqual([0, null])
  })

  it('takes a new session with a new sid after a cut, and the will speaks of the old one', async () => {
    link.start()
    await until('the welcome', () => link.session() === 'session-1')
    // What is said after the welcome may be cut off, too.
    await until('presence', () => platform.presence.length === 1)
    platform.cut()
    await until('the next session', () => link.session() === 'session-2')
    expect(closings).toBe(1)
    expect(platform.hellos.map(one => one.sid)).toEqual(['session-1', 'session-2'])
    await until('presence', () => platform.presence.length === 3)
    expect(platform.presence).toEqual([
      { on: true, sid: 'session-1' },
      { on: false, sid: 'session-1' },
      { on: true, sid: 'session-2' },
    ])
  })

  it('backs off up to 120 s without a broker, and resets after a welcome', async () => {
    await platform.stop()
    link.start()
    await until('four tries', () => delays.length >= 4)
    expect(delays.slice(0, 4)).toEqual([2000, 4000, 8000, 16_000])
    await platform.start()
    await until('the welcome', () => link.session() !== null)
    delays.length = 0
    platform.cut()
    await until('the next session', () => welcomes.length === 2)
    expect(delays[0]).toBe(2000)
  })

  it('is silent while the platform is offline and sends hello when it returns', async () => {
    link.start()
    await until('the welcome', () => link.session() !== null)
    await platform.say({ on: false })
    await until('silence', () => link.session() === null)
    expect(link.publish('up/time', { m: 1 })).toBe(false)
    const hellos = platform.hellos.length
    await platform.say({ on: true })
    await until('the welcome', () => link.session() === 'session-1')
    expect(platform.hellos.length).toBe(hellos + 1)
  })

  it('takes a new password, and drops the old one once it has worked', async () => {
    link.start()
    await until('the welcome', () => link.session() !== null)
    const next = 'n'.repeat(43)
    platform.passwords.add(next)
    await platform.send('dn/cred', { v: 1, password: next })
    await until('the new session', () => link.session() === 'session-2')
    expect(open().password()).toBe(next)
    expect(open().refused()).toBe(false)
  })

  it('goes back to the old password when the new one is refused', async () => {
    link.start()
    await until('the welcome', () => link.session() !== null)
    await platform.send('dn/cred', { v: 1, password: 'w'.repeat(43) })
    await until('the new session', () => link.session() === 'session-3')
    expect(open().password()).toBe(password)
  })

  it('announces that it leaves', async () => {
    link.start()
    await until('the welcome', () => link.session() !== null)
    await link.stop()
    expect(platform.log.at(-1)).toMatchObject({ topic: 'up/state', message: { on: false, sid: 'session-1' } })
  })

  it('ignores malformed messages', async () => {
    link.start()
    await until('the welcome', () => link.session() !== null)
    await platform.send('dn/cmd', { v: 1, id: 'broken' })
    await platform.send('dn/ack', ['nonsense'])
    await platform.command(1, 5)
    await until('the command', () => commands.length === 1)
    expect(link.session()).toBe('session-1')
  })
})
