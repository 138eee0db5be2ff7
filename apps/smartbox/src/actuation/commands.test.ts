import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command, CommandAnswer } from '@steading/contract/box/messages'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { door, siren, temperature, ventilation } from '../../test/specs.ts'
import { virtualClock } from '../../test/virtual-clock.ts'
import type { VirtualClock } from '../../test/virtual-clock.ts'
import { createBus } from '../platform/bus.ts'
import type { Value } from '../platform/driver.ts'
import { interfacesOf } from '../platform/interfaces.ts'
import { createBoxTime } from '../platform/time.ts'
import type { BoxTime } from '../platform/time.ts'
import { createCommands } from './commands.ts'
import { forbidden, Interlock } from './interlock.ts'
import { judge } from './judge.ts'
import type { Situation } from './judge.ts'
import { openLedger } from './ledger.ts'
import { createOutputs } from './outputs.ts'
import type { Outputs } from './outputs.ts'

const T = 1_790_000_000_000
const command: Command = { v: 1, id: 'C1', sid: 'session-1', n: 5, if: 2, val: 40, iss: T, ttl: 8000 }
const situation: Situation = { sid: 'session-1', last: 4, now: T + 100, spec: ventilation, interlock: null, outranked: null }

describe('judge', () => {
  it('lets pass what breaks no check', () => {
    expect(judge(command, situation)).toBeNull()
    expect(judge(command, { ...situation, now: T + 8000 })).toBeNull()
    expect(judge({ ...command, val: 0 }, situation)).toBeNull()
    expect(judge({ ...command, val: true, if: 3 }, { ...situation, spec: siren })).toBeNull()
  })

  it.each<[string, Partial<Command>, Partial<Situation>, string, string]>([
    ['no session', {}, { sid: null }, 'rejected', 'session'],
    ['an old session', { sid: 'session-0' }, {}, 'rejected', 'session'],
    ['the number of the last one', { n: 4 }, {}, 'rejected', 'order'],
    ['an older number', { n: 1 }, {}, 'rejected', 'order'],
    ['no clock', {}, { now: null }, 'rejected', 'clock'],
    ['given in the future', { iss: T + 2101 }, {}, 'rejected', 'clock'],
    ['a millisecond too late', {}, { now: T + 8001 }, 'expired', 'late'],
    ['an hour too late', {}, { now: T + 3_600_000 }, 'expired', 'late'],
    ['an unknown interface', {}, { spec: undefined }, 'rejected', 'interface'],
    ['a sensor', {}, { spec: temperature }, 'rejected', 'direction'],
    ['a boolean for a number', { val: true }, {}, 'rejected', 'type'],
    ['a text for a number', { val: '40' }, {}, 'rejected', 'type'],
    ['a fraction for a whole number', { val: 40.5 }, {}, 'rejected', 'type'],
    ['a number for a boolean', { val: 1 }, { spec: siren }, 'rejected', 'type'],
    ['above the range', { val: 101 }, {}, 'rejected', 'range'],
    ['below the range', { val: -1 }, {}, 'rejected', 'range'],
    ['an interlock', {}, { interlock: 'the door is open' }, 'rejected', 'interlock'],
    ['an alarm that holds it', {}, { outranked: 'alarm' }, 'rejected', 'outranked'],
  ])('refuses %s', (_, change, circumstances, st, why) => {
    expect(judge({ ...command, ...change }, { ...situation, ...circumstances })).toMatchObject({ st, why })
  })

  it('answers the first check that fails', () => {
    const all = { sid: null, last: 9, now: null, spec: undefined, interlock: 'x', outranked: 'x' }
    expect(judge(command, all)?.why).toBe('session')
    expect(judge(command, { ...all, sid: 'session-1' })?.why).toBe('order')
    expect(judge(command, { ...all, sid: 'session-1', last: 0 })?.why).toBe('clock')
    expect(judge(command, { ...all, sid: 'session-1', last: 0, now: T + 9000 })?.why).toBe('late')
  })
})

describe('interlock', () => {
  const one = Interlock.parse({
    output: 'h1/heating',
    forbid: { above: 0 },
    when: { address: 'h1/door', equals: true },
    say: 'door',
  })
  it.each<[string, Value, Value | undefined, string | null]>([
    ['h1/heating', 30, true, 'door'],
    ['h1/heating', 0, true, null],
    ['h1/heating', 30, false, null],
    ['h1/heating', 30, undefined, null],
    ['h1/fan', 30, true, null],
  ])('%s to %s while the door is %s: %s', (address, value, seen, why) => {
    expect(forbidden([one], address, value, () => seen)).toBe(why)
  })
})

describe('commands', () => {
  let folder: string
  let clock: VirtualClock
  let time: BoxTime
  let outputs: Outputs
  let answers: CommandAnswer[]
  let writes: [string, Value][]
  let executed: [string, Value, number][]
  let device: (value: Value) => Promise<Value>
  let inTheWay: string | null
  let stronger: string | null
  let receive: (command: Command) => void

  const start = (failsafe = new Map<number, Value>(), driven = new Set<number>()) => {
    const bus = createBus(
      {
        start: async () => {},
        read: async () => [],
        write: (address, value) => {
          writes.push([address, value])
          return device(value)
        },
        stop: async () => {},
      },
      clock,
    )
    outputs = createOutputs({ bus, clock, log: () => {}, interlock: () => inTheWay, reported: () => {}, fell: () => {} })
    const interfaces = interfacesOf([temperature, ventilation, siren, door])
    outputs.configure(interfaces, failsafe, driven)
    receive = createCommands({
      ledger: openLedger(join(folder, 'commands.json')),
      outputs,
      time,
      log: () => {},
      session: () => 'session-1',
      spec: ix => interfaces.byIx.get(ix),
      interlock: () => inTheWay,
      outranked: () => stronger,
      answer: answer => answers.push(answer),
      executed: ({ id }, value, hold) => executed.push([id, value, hold]),
    })
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'commands-'))
    clock = virtualClock(T)
    time = createBoxTime(clock)
    time.learn(T - clock.mono())
    answers = []
    writes = []
    executed = []
    inTheWay = null
    stronger = null
    device = async value => value
    start()
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('executes, reads back, and notifies the rules of the override', async () => {
    device = async () => 39
    receive(command)
    await clock.pass(0)
    expect(answers).toEqual([{ id: 'C1', n: 5, st: 'done', val: 40, read: 39, at: T }])
    expect([writes, executed]).toEqual([[['h1/ventilation', 40]], [['102', 40, 1_800_000]]])
  })

  it('repeats the answer, not the action', async () => {
    receive(command)
    receive(command)
    await clock.pass(5000)
    receive(command)
    await clock.pass(0)
    expect(writes).toHaveLength(1)
    expect(answers).toHaveLength(2)
    expect(answers[1]).toEqual(answers[0])
    // A restart forgets neither.
    start()
    receive(command)
    expect([writes.length, answers[2]]).toEqual([1, answers[0]])
    receive({ ...command, id: 'C2' })
    expect(answers.at(-1)).toMatchObject({ id: 'C2', st: 'rejected', why: 'order' })
  })

  it('repeats refusals too', async () => {
    inTheWay = 'the door is open'
    receive(command)
    inTheWay = null
    receive(command)
    await clock.pass(0)
    expect([writes, answers.map(answer => answer.why)]).toEqual([[], ['interlock', 'interlock']])
  })

  it('does not switch an output owned by a higher rank', async () => {
    stronger = 'alarm'
    receive(command)
    await clock.pass(0)
    expect([writes, answers[0]]).toMatchObject([[], { st: 'rejected', why: 'outranked', say: 'alarm' }])
  })

  it('stores the number before it switches, and does not repeat after a crash', async () => {
    let seen = 0
    device = () => {
      seen = openLedger(join(folder, 'commands.json')).last()
      return new Promise(() => {})
    }
    receive(command)
    await clock.pass(0)
    expect([seen, answers]).toEqual([5, []])
    start()
    receive(command)
    await clock.pass(0)
    expect(writes).toHaveLength(1)
    expect(answers).toMatchObject([{ id: 'C1', n: 5, st: 'unconfirmed', why: 'device' }])
  })

  it('does not switch if the number cannot be stored', async () => {
    rmSync(folder, { recursive: true })
    expect(() => receive(command)).toThrow('ENOENT')
    await clock.pass(0)
    expect([writes, answers]).toEqual([[], []])
    folder = mkdtempSync(join(tmpdir(), 'commands-'))
  })

  it('does not execute what expires while it waits for the bus', async () => {
    const go = Promise.withResolvers<Value>()
    device = () => go.promise
    receive({ ...command, ttl: 30_000 })
    receive({ ...command, id: 'C2', n: 6 })
    await clock.pass(9000)
    go.resolve(40)
    await clock.pass(0)
    expect(writes).toHaveLength(1)
    expect(answers).toMatchObject([
      { id: 'C1', st: 'done' },
      { id: 'C2', st: 'expired', why: 'late' },
    ])
  })

  it('answers UNCONFIRMED when the device fails or is silent', async () => {
    device = async () => {
      throw new Error('no answer from unit 3')
    }
    receive(command)
    await clock.pass(0)
    device = () => new Promise(() => {})
    receive({ ...command, id: 'C2', n: 6 })
    await clock.pass(30_000)
    expect(answers).toMatchObject([
      { id: 'C1', st: 'unconfirmed', why: 'device', say: 'no answer from unit 3' },
      { id: 'C2', st: 'unconfirmed', say: 'the device does not answer' },
    ])
    expect(executed).toEqual([])
  })

  it('remembers 64 answers', async () => {
    for (let n = 1; n <= 70; n++) {
      receive({ ...command, id: `C${n}`, n, iss: T, ttl: 30_000 })
      await clock.pass(1)
    }
    answers.length = 0
    receive({ ...command, id: 'C7', n: 7 })
    receive({ ...command, id: 'C6', n: 6 })
    expect(answers).toMatchObject([{ st: 'done' }, { st: 'rejected', why: 'order' }])
  })

  it('returns an output that no rule drives to its fail-safe value when the hold ends', async () => {
    writes.length = 0
    start(new Map([[2, 30]]))
    await clock.pass(0)
    expect(writes).toEqual([['h1/ventilation', 30]])
    receive({ ...command, hold: 60_000 })
    await clock.pass(59_999)
    expect(writes).toHaveLength(2)
    await clock.pass(1)
    expect(writes.at(-1)).toEqual(['h1/ventilation', 30])
  })

  it('tries a fail-safe value again until the device takes it', async () => {
    let failures = 2
    device = async value => {
      if (failures-- > 0) throw new Error('bus')
      return value
    }
    start(new Map([[2, 30]]))
    await clock.pass(60_000)
    expect(writes).toHaveLength(3)
  })
})
