import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRuleEffect, AnyRuleEffect } from '@steading/contract/box/messages'
import { RuleBody } from '@steading/contract/rules/body'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hot, proportional } from '../../test/specs.ts'
import { virtualClock } from '../../test/virtual-clock.ts'
import type { VirtualClock } from '../../test/virtual-clock.ts'
import type { Value } from '../platform/driver.ts'
import { createBoxTime } from '../platform/time.ts'
import { createArbiter } from '../actuation/index.ts'
import { createEngine } from './engine.ts'
import type { Engine } from './engine.ts'
import type { SoundRule } from './validate.ts'

const T = 1_790_000_000_000
let folder: string
let clock: VirtualClock
let engine: Engine
let writes: [string, Value][]
let effects: { event: AnyRuleEffect; ts: number }[]
let failures: string[]

const rule = (body: object): SoundRule => {
  const parsed = RuleBody.parse(body)
  return { id: parsed.id, ver: parsed.version, body: parsed }
}
const start = (...bodies: object[]) => {
  engine = createEngine({
    path: join(folder, 'rules.json'),
    time: createBoxTime(clock),
    clock,
    arbiter: createArbiter(),
    saveEvery: 86_400_000,
    log: () => {},
    actuate: (_, { interfaceId, value }) => writes.push([interfaceId, value]),
    report: (event, ts) => effects.push({ event, ts }),
    failed: ({ id }) => failures.push(id),
  })
  engine.load(bodies.map(rule), {})
}
const kinds = () => effects.map(({ event, ts }) => [event.kind, ts - T])

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'engine-'))
  clock = virtualClock(T)
  writes = []
  effects = []
  failures = []
})
afterEach(() => {
  engine.stop()
  rmSync(folder, { recursive: true })
})

/** An alarm with as many lines as are allowed, each on a text sensor against a text as long as allowed. */
const wordy = () => {
  const ids = Array.from({ length: 32 }, (_, at) => String(900_000_000_000_000_001n + BigInt(at)))
  return {
    ...hot(),
    interfaces: ids.map(id => ({ id, dataType: 'STRING', kind: 'STATE' })),
    inputs: {
      lines: ids.map(interfaceId => ({ interfaceId, logicOperator: 'NOT_EQUAL', inputValue: 'x'.repeat(255) })),
      lineLogic: 'ALL',
    },
  }
}

describe('engine', () => {
  it.each([
    ['letters', 'y'],
    ['quotes', '"'],
    ['pairs of units', '🐔'],
    ['control characters', '\u0001'],
  ])('reports an alarm with the longest texts (%s) within the wire limit, with every cause', (_, unit) => {
    start(wordy())
    const text = unit.repeat(255).slice(0, 255).toWellFormed()
    for (const { id } of wordy().interfaces) engine.reading(id, text)
    for (const { event } of effects) {
      expect(AnyRuleEffect.safeParse(event).error).toBeUndefined()
      expect(readRuleEffect(event)).toMatchObject({ ok: true })
    }
    expect(effects.find(({ event }) => event.kind === 'EVENT_OPEN')?.event).toMatchObject({ causes: { length: 32 } })
  })

  it('controls by readings', async () => {
    start(proportional())
    engine.reading('101', 24)
    await clock.pass(1000)
    engine.reading('101', 26)
    expect(writes).toEqual([
      ['102', 55],
      ['102', 100],
    ])
  })

  it('applies a longer reading interval to running rules', async () => {
    const every = (seconds: number) => {
      const { interfaces, ...rest } = proportional()
      return rule({ ...rest, interfaces: interfaces.map(item => (item.id === '101' ? { ...item, every: seconds } : item)) })
    }
    start(proportional())
    engine.reading('101', 23)
    engine.load([every(600)], {})
    await clock.pass(29 * 60_000)
    expect(kinds()).toEqual([])
    engine.load([every(1)], {})
    await clock.pass(59_000)
    expect(kinds()).toEqual([])
    await clock.pass(2000)
    expect(kinds()).toEqual([['FAULT', 30 * 60_000]])
  })

  it('gives rules their time: an alarm after its permanence', async () => {
    start(hot())
    engine.reading('101', 31)
    await clock.pass(60_000)
    expect(effects).toEqual([])
    await clock.pass(1)
    expect(kinds()).toEqual([
      ['EVENT_OPEN', 60_000],
      ['EVENT_NOTIFY', 60_000],
    ])
    expect(effects[0]?.event).toMatchObject({ rule: '32', ver: 1, key: expect.stringContaining('32:') })
  })

  it.each([
    ['by a rule', () => engine.written('102', 55, '31')],
    // No goodbye: what a person said is on disk at once.
    ['by a person, before a restart', () => (engine.command('102', 55, 0), start())],
  ])('a new alarm knows the last command of its device from before %s', async (_by, order) => {
    start(proportional())
    engine.reading('101', 24)
    order()
    const { interfaces, inputs, ...rest } = hot('33')
    const line = { ...inputs.lines[0], interfaceId: '102', logicOperator: 'NOT_EQUAL', inputValue: 0 }
    const device = { id: '102', dataType: 'INTEGER', kind: 'COMMAND' }
    const stuck = {
      ...rest,
      interfaces: [...interfaces.filter(item => item.id !== '101'), device],
      inputs: { ...inputs, lines: [line] },
    }
    engine.load([rule(stuck)], {})
    engine.reading('102', 0)
    await clock.pass(61_000)
    expect(effects[0]?.event).toMatchObject({ kind: 'EVENT_OPEN', rule: '33' })
  })

  it('leaves an output alone during a manual hold, then writes again', async () => {
    start(proportional())
    engine.reading('101', 24)
    engine.command('102', 5, 60_000)
    await clock.pass(1000)
    engine.reading('101', 26)
    expect(writes).toEqual([['102', 55]])
    await clock.pass(60_001)
    expect(writes.at(-1)).toEqual(['102', 100])
  })

  it('writes again what did not reach the device', async () => {
    start(proportional())
    engine.reading('101', 24)
    engine.unwritten('102', '31')
    expect(writes).toEqual([
      ['102', 55],
      ['102', 55],
    ])
  })

  it('sends the safe value when the sensor falls silent', async () => {
    start(proportional())
    engine.reading('101', 24)
    await clock.pass(300_001)
    expect(writes.at(-1)).toEqual(['102', 40])
    expect(kinds()).toEqual([['FAULT', 300_000]])
  })

  it('restores its state after a crash: the event stays open, and closes', async () => {
    start(hot())
    engine.reading('101', 31)
    await clock.pass(61_000)
    const [opened] = effects
    start(hot())
    await clock.pass(5000)
    expect(effects.map(({ event }) => event.kind)).toEqual(['EVENT_OPEN', 'EVENT_NOTIFY', 'EVENT_OPEN', 'EVENT_NOTIFY'])
    // Told again after the crash, for it might not have been stored: under the same key.
    expect(effects[2]).toEqual(opened)
    engine.reading('101', 20)
    await clock.pass(60_001)
    expect(effects.at(-1)?.event).toMatchObject({ kind: 'EVENT_CLOSE', event: opened?.event['event'] })
  })

  it('repeats no effect after a clean stop', async () => {
    start(hot())
    engine.reading('101', 31)
    await clock.pass(61_000)
    engine.stop()
    start(hot())
    await clock.pass(1000)
    expect(effects).toHaveLength(2)
  })

  it('writes its outputs again after a restart', async () => {
    start(proportional())
    engine.reading('101', 24)
    engine.stop()
    start(proportional())
    await clock.pass(1000)
    engine.reading('101', 24)
    expect(writes).toEqual([
      ['102', 55],
      ['102', 55],
    ])
  })

  it('keeps the state of a rule over a new version of the same wiring', async () => {
    start(hot())
    engine.reading('101', 31)
    await clock.pass(61_000)
    engine.load([rule(hot('32', 2))], {})
    engine.reading('101', 20)
    await clock.pass(60_001)
    expect(effects.at(-1)?.event).toMatchObject({ kind: 'EVENT_CLOSE', ver: 2 })
  })

  it('stops a rule that is taken out', async () => {
    start(hot(), proportional())
    engine.load([], {})
    engine.reading('101', 31)
    await clock.pass(600_000)
    expect([effects, writes]).toEqual([[], []])
  })

  it('receives the steps of users about an event', async () => {
    const body = hot()
    const repeating = { ...body, inputs: { lines: [{ ...body.inputs.lines[0], repetitionTime: '00:02' }] } }
    start(repeating)
    engine.reading('101', 31)
    await clock.pass(61_000)
    const key = String(effects[0]?.event['event'])
    engine.load([rule(repeating)], { [key]: 'PENDING' })
    const before = effects.length
    for (let minute = 0; minute < 10; minute++) {
      await clock.pass(60_001)
      engine.reading('101', 31)
    }
    expect(effects).toHaveLength(before)
  })

  it('continues with the others when one rule fails', async () => {
    start(hot(), proportional())
    // A value that the rule never wrote into its own state: the next step can't work with it.
    const broken = rule(hot('33'))
    engine.load([rule(proportional()), { ...broken, body: { ...broken.body, interfaces: [] } }], {})
    engine.reading('101', 26)
    expect(failures).toEqual(['33'])
    expect(writes).toEqual([['102', 100]])
  })

  it('never goes back in time, even if the clock was ahead before the restart', async () => {
    start(hot())
    engine.reading('101', 31)
    await clock.pass(61_000)
    engine.stop()
    clock.jump(-3_600_000)
    start(hot())
    await clock.pass(1000)
    engine.reading('101', 20)
    await clock.pass(60_001)
    expect(effects.at(-1)?.event.kind).toBe('EVENT_CLOSE')
  })

  it('takes two values of one instant one after the other', () => {
    start(proportional())
    engine.reading('101', 24)
    engine.reading('101', 26)
    expect(writes.at(-1)).toEqual(['102', 100])
  })
})
