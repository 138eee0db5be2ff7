import { RuleBody } from '@steading/contract/rules/body'
import { order } from '@steading/rules/inputs/input'
import type { Reading } from '@steading/rules/inputs/input'
import { run } from '@steading/rules/run'
import { initial } from '@steading/rules/step'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { advance, enqueue, MAX_WAIT_MS } from './reorder.ts'
import type { GlobalRule } from './reorder.ts'

const START = 1_800_000_000_000
const SECOND = 1000
const spec = (id: string, terminalId: string) => ({ id, terminalId, dataType: 'DECIMAL', kind: 'GAUGE', every: 60 })
const body = RuleBody.parse({
  template: 'ALARM_WITHOUT_ACTUATION',
  id: '7',
  version: 1,
  timeZone: 'UTC',
  interfaces: [spec('1', '11'), spec('2', '12')],
  inputs: {
    lines: ['1', '2'].map(interfaceId => ({
      interfaceId,
      logicOperator: 'GREATER',
      inputValue: 30,
      permanenceTime: '00:02',
      repetitionTime: '00:05',
    })),
  },
  event: { severityLevel: 'MAJOR' },
})
const fresh = (): GlobalRule => ({
  id: '7',
  body,
  bases: new Map(),
  terminals: ['A', 'B'],
  state: initial(body, START),
  waiting: [],
  lateFrom: null,
})
const reading = (interfaceId: string, at: number, value: number, seq = 0): Reading => ({
  kind: 'READING',
  ts: START + at * SECOND,
  interfaceId,
  seq,
  value,
  good: true,
})
const horizon = (latest: Readonly<Record<string, number>>, now = -Infinity, mono = 0) => ({
  latest: (id: string) => START + (latest[id] ?? -Infinity) * SECOND,
  now: START + now * SECOND,
  mono,
})

describe('a reading', () => {
  test('is evaluated once every box reported a later instant', () => {
    const rule = fresh()
    enqueue(rule, { input: reading('1', 10, 20), arrived: 0 })
    advance(rule, horizon({ A: 10 }))
    advance(rule, horizon({ A: 70, B: 10 }))
    expect(rule.waiting).toHaveLength(1)
    advance(rule, horizon({ A: 70, B: 11 }))
    expect(rule.waiting).toHaveLength(0)
    expect(rule.state.ts).toBe(START + 10 * SECOND)
  })

  test('waits at most 30 s, and takes earlier readings along', () => {
    const rule = fresh()
    enqueue(rule, { input: reading('1', 20, 20), arrived: 0 })
    enqueue(rule, { input: reading('2', 10, 20), arrived: MAX_WAIT_MS - 1 })
    enqueue(rule, { input: reading('2', 30, 20), arrived: MAX_WAIT_MS - 1 })
    advance(rule, horizon({}, -Infinity, MAX_WAIT_MS - 1))
    expect(rule.waiting).toHaveLength(3)
    advance(rule, horizon({}, -Infinity, MAX_WAIT_MS))
    expect(rule.waiting.map(waiting => waiting.input.ts)).toEqual([START + 30 * SECOND])
    expect(rule.lateFrom).toBeNull()
  })

  test('of the same interface and instant are ordered by their number', () => {
    const rule = fresh()
    enqueue(rule, { input: reading('1', 10, 35, 1), arrived: 0 })
    enqueue(rule, { input: reading('2', 10, 21), arrived: 0 })
    enqueue(rule, { input: reading('1', 10, 20, 0), arrived: 5 })
    enqueue(rule, { input: reading('1', 10, 20, 0), arrived: 6 })
    expect(rule.waiting.map(waiting => waiting.input.value)).toEqual([20, 35, 21])
  })

  test('before the evaluated instant is late', () => {
    const rule = fresh()
    enqueue(rule, { input: reading('1', 60, 20), arrived: 0 })
    advance(rule, horizon({ A: 61, B: 61 }))
    enqueue(rule, { input: reading('2', 50, 40), arrived: 0 })
    advance(rule, horizon({ A: 70, B: 70 }))
    expect(rule.lateFrom).toBe(START + 50 * SECOND)
    expect(rule.state.ts).toBe(START + 60 * SECOND)
  })
})

describe('a deadline', () => {
  const hot = () => {
    const rule = fresh()
    enqueue(rule, { input: reading('1', 0, 40), arrived: 0 })
    advance(rule, horizon({ A: 1, B: 1 }))
    return rule
  }
  test('passes once every box reported a later instant', () => {
    const rule = hot()
    expect(advance(rule, horizon({ A: 121, B: 120 }))).toEqual([])
    expect(advance(rule, horizon({ A: 121, B: 121 })).map(ruleEffect => ruleEffect.kind)).toEqual(['EVENT_OPEN', 'EVENT_NOTIFY'])
  })

  test('passes after 30 s if no box reports', () => {
    const rule = hot()
    expect(advance(rule, horizon({}, 149))).toEqual([])
    expect(advance(rule, horizon({}, 150)).map(ruleEffect => ruleEffect.ts)).toEqual([START + 120 * SECOND, START + 120 * SECOND])
  })

  test('waits for a reading that lies before it', () => {
    const rule = hot()
    enqueue(rule, { input: reading('1', 119, 20), arrived: 0 })
    expect(advance(rule, horizon({ A: 119 }, 1000, MAX_WAIT_MS - 1))).toEqual([])
    expect(advance(rule, horizon({ A: 119 }, 149, MAX_WAIT_MS))).toEqual([])
    expect(rule.state.ts).toBe(START + 119 * SECOND)
  })
})

test('a rule evaluates interleaved readings of boxes in the order of their time', () => {
  const stream = (id: string) =>
    fc
      .array(fc.record({ gap: fc.integer({ min: 1, max: 90 }), value: fc.integer({ min: 28, max: 33 }) }), { maxLength: 25 })
      .map(steps => {
        let at = 0
        return steps.map(({ gap, value }) => reading(id, (at += gap), value))
      })
  fc.assert(
    fc.property(stream('1'), stream('2'), fc.infiniteStream(fc.boolean()), (a, b, coin) => {
      const end = 3600
      const expected = run(body, [...a, ...b].toSorted(order), START + end * SECOND, initial(body, START)).effects
      const rule = fresh()
      const latest: Record<string, number> = {}
      const effects = []
      const left = [...a]
      const right = [...b]
      while (left.length > 0 || right.length > 0) {
        const from = (coin.next().value && left.length > 0) || right.length === 0 ? left : right
        const next = from.shift()!
        latest[from === left ? 'A' : 'B'] = (next.ts - START) / SECOND
        enqueue(rule, { input: next, arrived: 0 })
        effects.push(...advance(rule, horizon(latest)))
      }
      effects.push(...advance(rule, horizon({ A: end + 1, B: end + 1 })))
      expect(effects).toEqual(expected)
      expect(rule.lateFrom).toBeNull()
    }),
    { numRuns: 300 },
  )
})
