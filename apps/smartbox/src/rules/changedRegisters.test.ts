import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canonical } from '@steading/contract/box/messages'
import type { Configuration, InterfaceSpec } from '@steading/contract/box/messages'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hot, temperature } from '../../test/specs.ts'
import { virtualClock } from '../../test/virtual-clock.ts'
import type { VirtualClock } from '../../test/virtual-clock.ts'
import { createArbiter } from '../actuation/index.ts'
import { fromRaw } from '../platform/interfaces.ts'
import { createBoxTime } from '../platform/time.ts'
import { createEngine } from './engine.ts'
import type { Engine } from './engine.ts'
import { hashOf } from './parts.ts'
import { validate } from './validate.ts'

const water: InterfaceSpec = {
  ...temperature,
  id: '110',
  type: 'INTEGER',
  unit: 'L',
  max: null,
  every: 60,
  dec: 0,
  modulus: null,
}
/** More than 500 L/h. */
const burstPipe = canonical({
  ...hot(),
  interfaces: [{ id: water.id, dataType: 'INTEGER', kind: 'COUNTER', every: 60 }],
  inputs: { lines: [{ interfaceId: water.id, logicOperator: 'GREATER', inputValue: 500, permanenceTime: '00:00' }] },
})

let folder: string
let clock: VirtualClock
let engine: Engine
let effects: string[]

const start = () => {
  engine = createEngine({
    path: join(folder, 'rules.json'),
    time: createBoxTime(clock),
    clock,
    arbiter: createArbiter(),
    log: () => {},
    actuate: () => {},
    report: ({ kind }) => effects.push(kind),
    failed: (_, why) => effects.push(why),
  })
}
/** Loads the rule as it runs under this configuration of its register. */
const configure = (spec: InterfaceSpec) => {
  const rules = { '32': { ver: 1, hash: hashOf(burstPipe) } }
  const document: Configuration = { v: 1, uid: 'k3jq9ztr5fa0x7', rev: 1, rules, ifs: [spec], failsafe: {} }
  engine.load(validate(document, { '32': burstPipe }).sound, {})
}
/** Reads the meter each minute. */
const read = async (spec: InterfaceSpec, pulses: readonly number[]) => {
  for (const raw of pulses) {
    engine.reading(spec.id, fromRaw(spec, raw)!)
    await clock.pass(60_000)
  }
}
const tenTimes = (raw: number) => Array.from({ length: 10 }, () => raw)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registers-'))
  clock = virtualClock()
  effects = []
  start()
})
afterEach(() => {
  engine.stop()
  rmSync(folder, { recursive: true })
})

const changes = [
  { what: 'factor', change: { factor: 10 }, before: 900, after: 900 },
  { what: 'offset', change: { offset: 5000 }, before: 900, after: 900 },
  { what: 'modulus', change: { modulus: 1000 }, before: 900, after: 100 },
]

describe.each(changes)('a rule on a rate counts no step over another $what', ({ change, before, after }) => {
  it.each([
    ['while the box runs', () => {}],
    [
      'over a restart',
      () => {
        engine.stop()
        start()
      },
    ],
  ])('%s', async (_when, restart) => {
    const changed = { ...water, ...change }
    configure(water)
    await read(water, tenTimes(before))
    restart()
    configure(changed)
    await read(changed, tenTimes(after))
    expect(effects).toEqual([])
    await read(changed, [after + 500])
    expect(effects).toContain('EVENT_OPEN')
  })
})
