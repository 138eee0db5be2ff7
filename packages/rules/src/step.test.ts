import { describe, expect, it } from 'vitest'
import { RuleBody } from '@steading/contract/rules/body'
import { micro } from './values/compare.ts'
import { order } from './inputs/input.ts'
import type { Input } from './inputs/input.ts'
import { commandsOf, listeners, readsOf } from './listeners.ts'
import { round } from '@steading/contract/round'
import { clone } from './state.ts'
import { fits, initial, isCurrent, restore, step } from './step.ts'

const body = (over: object = {}, version = 1) =>
  RuleBody.parse({
    id: '1',
    version,
    timeZone: 'Europe/Lisbon',
    template: 'THERMOSTAT',
    interfaces: [
      { id: '11', dataType: 'DECIMAL', kind: 'GAUGE' },
      { id: '12', dataType: 'DECIMAL', kind: 'GAUGE' },
      { id: '21', dataType: 'BOOLEAN', kind: 'COMMAND' },
    ],
    inputs: { sensors: ['11'], outputs: ['21'], mode: 'COOL', setPoint: 25, ...over },
  })
const reading = (ts: number, value: number, interfaceId = '11', seq = 0): Input => {
  return { kind: 'READING', ts, interfaceId, seq, value, good: true }
}

describe('step', () => {
  it('leaves a late reading unevaluated', () => {
    const rule = body()
    const state = initial(rule, 0)
    step(rule, state, reading(60_000, 24))
    const before = clone(state)
    expect(step(rule, state, reading(59_999, 30))).toMatchObject({ late: true, effects: [] })
    expect(step(rule, clone(state), reading(60_000, 30))).toMatchObject({ late: false })
    expect(state).toEqual(before)
    expect(step(rule, state, reading(60_000, 30, '12'))).toMatchObject({ late: false })
  })

  it('names the next deadline', () => {
    const rule = body()
    const state = initial(rule, 0)
    expect(step(rule, state, reading(1000, 26)).next).toBe(301_000)
    expect(step(rule, state, reading(2000, 24)).next).toBe(61_000)
    expect(step(rule, state, { kind: 'TIMER', ts: 400_000 }).next).toBeNull()
  })

  it('continues under a new version of the same wiring with its new settings', () => {
    const rule = body()
    const state = initial(rule, 0)
    step(rule, state, reading(0, 24.5))
    const next = body({ setPoint: 23, staleAfter: 600 }, 2)
    expect(fits(next, state)).toBe(true)
    const done = step(next, state, { kind: 'CONFIG', ts: 1000 })
    expect(done.effects).toMatchObject([{ kind: 'ACTUATE', value: true }])
    expect(done.next).toBe(600_000)
  })

  describe('a changed sampling interval', () => {
    const every = (seconds: number) => {
      const rule = body()
      return { ...rule, interfaces: rule.interfaces.map(item => (item.id === '11' ? { ...item, every: seconds } : item)) }
    }
    const MINUTE = 60_000
    const fed = (from: number) => {
      const state = initial(every(from), 0)
      step(every(from), state, reading(0, 24))
      return state
    }

    it('extends the wait as soon as a CONFIG reports it', () => {
      const state = fed(10)
      expect(isCurrent(every(600), state)).toBe(false)
      expect(step(every(600), state, { kind: 'CONFIG', ts: 4 * MINUTE })).toMatchObject({ effects: [], next: 30 * MINUTE })
      expect(isCurrent(every(600), state)).toBe(true)
    })

    it('counts a shorter interval from the change on', () => {
      const state = fed(600)
      expect(step(every(10), state, { kind: 'CONFIG', ts: 9 * MINUTE })).toMatchObject({ effects: [], next: 14 * MINUTE })
      // But never longer than it had.
      const late = fed(600)
      expect(step(every(10), late, { kind: 'CONFIG', ts: 28 * MINUTE }).next).toBe(30 * MINUTE)
      const soon = fed(600)
      const next = { ...every(10), version: 2 }
      expect(step(next, soon, { kind: 'CONFIG', ts: 9 * MINUTE })).toMatchObject({ effects: [], next: 14 * MINUTE })
    })

    it('extends the first wait of a sensor that has never sent', () => {
      const state = initial(every(10), 0)
      expect(step(every(600), state, { kind: 'CONFIG', ts: MINUTE }).next).toBe(31 * MINUTE)
    })
  })

  it('applies a new version of a schedule from the input that reports it', () => {
    const schedule = (endTime: string, version: number) =>
      RuleBody.parse({
        id: '1',
        version,
        timeZone: 'UTC',
        template: 'SCHEDULER',
        offsets: [{ from: 0, minutes: 0 }],
        interfaces: [{ id: '21', dataType: 'BOOLEAN', kind: 'COMMAND' }],
        inputs: {
          outputs: ['21'],
          lines: [{ weekdays: [3], intervals: [{ startTime: '01:00:00', endTime, action: true }] }],
          callbackValue: false,
        },
      })
    const hour = 3_600_000
    const state = initial(schedule('03:59:59', 1), 0)
    step(schedule('03:59:59', 1), state, { kind: 'TIMER', ts: hour })
    const done = step(schedule('01:29:59', 2), state, { kind: 'CONFIG', ts: 2 * hour })
    expect(done.effects).toMatchObject([{ kind: 'ACTUATE', value: false, ts: 2 * hour }])
    expect(done.effects).toHaveLength(1)
  })

  describe('a new version of an alarm', () => {
    const alarm = (line: object, version: number, more: object = {}) =>
      RuleBody.parse({
        id: '1',
        version,
        timeZone: 'UTC',
        template: 'ALARM_WITHOUT_ACTUATION',
        interfaces: [{ id: '11', dataType: 'DECIMAL', kind: 'GAUGE', every: 0 }],
        inputs: {
          lines: [
            { interfaceId: '11', logicOperator: 'GREATER', inputValue: 30, ...line },
            { interfaceId: '11', logicOperator: 'GREATER', inputValue: 20 },
          ],
          ...more,
        },
        event: { severityLevel: 'LOW' },
      })
    const effectsOf = (before: RuleBody, after: RuleBody) => {
      const state = initial(before, 0)
      const first = step(before, state, reading(60_000, 29)).effects
      const then = step(after, state, { kind: 'CONFIG', ts: 600_000 }).effects
      const later = step(after, state, { kind: 'TIMER', ts: 3_600_000 }).effects
      return [first, then, later].map(effects =>
        effects.map(effect => `${effect.ts / 1000} ${effect.kind}${'line' in effect ? effect.line : ''}`),
      )
    }

    it('compares known values with its limits at once, without a reading', () => {
      const expected = [[], ['600 EVENT_OPEN', '600 EVENT_NOTIFY0'], []]
      expect(effectsOf(alarm({}, 1, { lineLogic: 'ALL' }), alarm({ inputValue: 28 }, 2, { lineLogic: 'ALL' }))).toEqual(expected)
    })

    it('counts repetitions from the last notification', () => {
      const [first, then, later] = effectsOf(alarm({ inputValue: 28 }, 1), alarm({ inputValue: 28, repetitionTime: '00:20' }, 2))
      expect(first).toEqual(['60 EVENT_OPEN', '60 EVENT_NOTIFY0', '60 EVENT_NOTIFY1'])
      expect(then).toEqual([])
      expect(later).toEqual(['1260 EVENT_NOTIFY0', '2460 EVENT_NOTIFY0'])
    })

    it('notifies of an active line that has never been notified', () => {
      const [first, then] = effectsOf(alarm({ inputValue: 28 }, 1, { lineLogic: 'ALL' }), alarm({ inputValue: 28 }, 2))
      expect(first).toEqual(['60 EVENT_OPEN', '60 EVENT_NOTIFY0'])
      expect(then).toEqual(['600 EVENT_NOTIFY1'])
    })

    it('does nothing before a CONFIG reports it', () => {
      const body = (permanenceTime: string, version: number) =>
        alarm({ inputValue: 28, permanenceTime }, version, { lineLogic: 'ALL' })
      expect(effectsOf(body('01:00', 1), body('00:05', 2))).toEqual([[], ['600 EVENT_OPEN', '600 EVENT_NOTIFY0'], []])
    })
  })

  it('rejects a state of another wiring', () => {
    const state = initial(body(), 0)
    const other = body({ sensors: ['12'] }, 2)
    expect(fits(other, state)).toBe(false)
    expect(restore(other, JSON.parse(JSON.stringify(state)))).toBeNull()
    expect(() => step(other, state, { kind: 'TIMER', ts: 1 })).toThrow('another wiring')
  })

  it('restores only a state that it stored', () => {
    const state = initial(body(), 0)
    expect(restore(body(), JSON.parse(JSON.stringify(state)))).toEqual(state)
    for (const stored of [null, undefined, 'x', {}, { ...state, v: 2 }]) expect(restore(body(), stored)).toBeNull()
  })

  it('applies an input older than the engine time at the engine time', () => {
    const rule = body()
    const state = initial(rule, 0)
    step(rule, state, reading(60_000, 26))
    step(rule, state, { kind: 'COMMAND', ts: 50_000, interfaceId: '21', value: false, hold: 10_000 })
    expect(step(rule, state, { kind: 'TIMER', ts: 70_000 }).effects).toMatchObject([{ ts: 70_000, reason: 'HOLD_OVER' }])
  })

  it('ends a hold by a command without one, but not by the write of another rule', () => {
    const rule = body()
    const effectsAfterHold = (hold: number | null) => {
      const state = initial(rule, 0)
      step(rule, state, reading(60_000, 26))
      step(rule, state, { kind: 'COMMAND', ts: 61_000, interfaceId: '21', value: false, hold: 600_000 })
      step(rule, state, { kind: 'COMMAND', ts: 62_000, interfaceId: '21', value: false, hold })
      return step(rule, state, reading(120_000, 26)).effects
    }
    expect(effectsAfterHold(0)).toMatchObject([{ kind: 'ACTUATE', interfaceId: '21', value: true, ts: 120_000 }])
    expect(effectsAfterHold(null)).toEqual([])
  })

  it('limits a manual hold to a day', () => {
    const rule = body({ staleAfter: 3600 })
    const state = initial(rule, 0)
    step(rule, state, { kind: 'COMMAND', ts: 0, interfaceId: '21', value: false, hold: 1e12 })
    expect(state.outlets[0]!.hold).toBe(86_400_000)
  })
})

describe('order', () => {
  it('sorts by time, kind, interface and sequence', () => {
    const inputs: Input[] = [
      reading(1, 0, '11', 1),
      reading(1, 0, '11', 2),
      reading(1, 0, '2', 0),
      { kind: 'COMMAND', ts: 1, interfaceId: '1', value: 0, hold: 0 },
      { kind: 'CONFIG', ts: 1 },
      { kind: 'TIMER', ts: 1 },
      reading(2, 0),
    ]
    expect(inputs.toReversed().sort(order)).toEqual(inputs)
  })
})

describe('listeners', () => {
  it('finds the rules that read an interface', () => {
    const rules = [body(), body({ sensors: ['11', '12'] }), body({ reference: 'SENSOR', refSensor: '12' })]
    const found = listeners(rules, readsOf)
    expect(found.get('11')).toEqual(rules)
    expect(found.get('12')).toEqual(rules.slice(1))
    expect(found.get('21')).toBeUndefined()
    expect(commandsOf(rules[0]!)).toEqual(['21'])
  })
})

describe('rounding', () => {
  it('rounds half away from zero and ignores the last bit', () => {
    expect([round(2.5, 0), round(-2.5, 0), round(1.005, 2), round(0.1 + 0.2, 1), round(-0.04, 1)]).toEqual([3, -3, 1.01, 0.3, 0])
    expect(micro(0.1 + 0.2)).toBe(300_000)
  })
})
