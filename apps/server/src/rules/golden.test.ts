import { differences } from '@steading/rules/cases'
import { readsOf } from '@steading/rules/listeners'
import { initial } from '@steading/rules/step'
import { describe, expect, it } from 'vitest'
import { goldenCases, isGoodThere } from '../../test/golden.ts'
import type { Golden } from '../../test/golden.ts'
import { logger } from '../platform/log.ts'
import { FLAGS } from '../readings/index.ts'
import { evaluator } from './evaluator.ts'
import type { Held, Memory } from './memory.ts'
import { PATIENCE } from './reorder.ts'

// The golden cases of alarms, run as the platform runs its global rules: readings from the journal, which wait for what may come
// before them, and engine time that follows behind. What a rule switches is the business of a box.
const cases = goldenCases().filter(one => ['CLOUD_ALARM', 'ALARM_WITHOUT_ACTUATION'].includes(one.body.template))

function play(one: Golden) {
  const { body, inputs, until } = one
  let [now, mono] = [0, 0]
  const clock = { now: () => now, mono: () => mono, date: () => new Date(now) }
  const evaluate = evaluator({ clock, log: logger('silent') })
  const terminals = new Map(body.interfaces.map(({ id, terminalId = '1' }) => [id, terminalId]))
  const rule: Held = {
    ...{ id: body.id, body, term: 0, terminals: [...new Set(readsOf(body).map(id => terminals.get(id)!))] },
    ...{ since: -Infinity, runsFrom: -Infinity, state: initial(body, inputs[0]?.ts ?? until), waiting: [], lateFrom: null },
    ...{ lateAt: 0, pos: 0, dirty: false, broken: false, gap: null, blind: false, said: new Map() },
  }
  const read = new Set(readsOf(body))
  const memory: Memory = {
    ...{ at: 0, rules: new Map([[body.id, rule]]), heard: new Map(), silent: new Set(), busy: new Set(), done: new Map() },
    interfaces: new Map(
      body.interfaces.map(({ id, dataType }) => [
        Number(id),
        { terminalId: terminals.get(id)!, dataType, rules: read.has(id) ? [rule] : [] },
      ]),
    ),
    broken: new Map(),
  }
  /** Nobody says anything more before this instant. */
  const pass = (ts: number) => {
    now = ts + PATIENCE
    mono += PATIENCE
    evaluate.forward(memory, rule)
  }
  for (const input of inputs) {
    if (!(input.kind === 'CONFIG' && input.restart)) pass(input.ts - 1)
    if (input.kind !== 'READING') evaluate.tell(memory, rule, input)
    else {
      const { ts, seq, value } = input
      const [number, text] = typeof value === 'string' ? [null, value] : [Number(value), null]
      const row = {
        interfaceId: Number(input.interfaceId),
        ts,
        seq,
        value: number,
        text,
        flags: isGoodThere(input, one) ? 0 : FLAGS.BAD,
      }
      evaluate.feed(memory, row, mono)
      pass(ts)
    }
  }
  pass(until)
  expect(memory.broken).toEqual(new Map())
  return (memory.done.get(rule) ?? []).map(({ effect }) => effect)
}

describe('golden cases in the cloud', () => {
  it('are all of alarms', () => {
    expect(cases.length).toBeGreaterThan(80)
  })

  it.each(cases.map(one => [one.name, one] as const))('%s', (_, one) => {
    expect(differences(one.of, play(one))).toEqual([])
  })
})
