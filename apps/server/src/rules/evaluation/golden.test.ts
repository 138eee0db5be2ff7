import { differences } from '@steading/rules/goldenCases'
import { readsOf } from '@steading/rules/listeners'
import { initial } from '@steading/rules/step'
import { describe, expect, it } from 'vitest'
import { goldenCases, isGoodThere } from '../../../test/golden.ts'
import type { Golden } from '../../../test/golden.ts'
import { createLogger } from '../../platform/log.ts'
import { FLAGS } from '../../readings/index.ts'
import { createEvaluator } from './evaluator.ts'
import type { RunningRule, RuleMemory } from './ruleMemory.ts'
import { MAX_WAIT_MS } from './reorder.ts'
import { withTimers } from '../../platform/time/clock.ts'

// The golden cases of alarms, run as the platform runs its global rules: readings from the journal, which wait for what may come
// before them, and engine time that follows behind. What a rule switches is the business of a box.
const cases = goldenCases().filter(goldenCase => ['CLOUD_ALARM', 'ALARM_WITHOUT_ACTUATION'].includes(goldenCase.body.template))

function play(golden: Golden) {
  const { body, inputs, until } = golden
  let now = 0
  let mono = 0
  const clock = withTimers({ now: () => now, mono: () => mono })
  const evaluate = createEvaluator({ clock, log: createLogger('silent') })
  const terminals = new Map(body.interfaces.map(({ id, terminalId = '1' }) => [id, terminalId]))
  const rule: RunningRule = {
    id: body.id,
    body,
    bases: new Map(),
    generation: 0,
    terminals: [...new Set(readsOf(body).map(id => terminals.get(id)!))],
    since: -Infinity,
    runsFrom: -Infinity,
    state: initial(body, inputs[0]?.ts ?? until),
    waiting: [],
    lateFrom: null,
    lastLateAt: 0,
    savedPosition: 0,
    dirty: false,
    broken: false,
    gap: null,
    needsWarmUp: false,
    warmUpTimes: new Map(),
  }
  const read = new Set(readsOf(body))
  const memory: RuleMemory = {
    position: 0,
    rules: new Map([[body.id, rule]]),
    latestByTerminal: new Map(),
    silentTerminals: new Set(),
    rulesWithWaiting: new Set(),
    pendingEffects: new Map(),
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
    now = ts + MAX_WAIT_MS
    mono += MAX_WAIT_MS
    evaluate.advanceRule(memory, rule)
  }
  for (const input of inputs) {
    if (!(input.kind === 'CONFIG' && input.restart)) pass(input.ts - 1)
    if (input.kind !== 'READING') evaluate.applyInput(memory, rule, input)
    else {
      const { ts, seq, value } = input
      const [number, text] = typeof value === 'string' ? [null, value] : [Number(value), null]
      const row = {
        interfaceId: Number(input.interfaceId),
        ts,
        seq,
        value: number,
        text,
        flags: isGoodThere(input, golden) ? 0 : FLAGS.BAD,
      }
      evaluate.feedReading(memory, row, mono)
      pass(ts)
    }
  }
  pass(until)
  expect(memory.broken).toEqual(new Map())
  return (memory.pendingEffects.get(rule) ?? []).map(({ effect }) => effect)
}

describe('golden cases in the cloud', () => {
  it('are all of alarms', () => {
    expect(cases.length).toBeGreaterThan(80)
  })

  it.each(cases.map(golden => [golden.name, golden] as const))('%s', (_, golden) => {
    expect(differences(golden.of, play(golden))).toEqual([])
  })
})
