import { describe, expect, it } from 'vitest'
import { RuleBody } from '@steading/contract/rulebody'
import { micro } from './compare.ts'
import { order } from './input.ts'
import type { Input } from './input.ts'
import { commandsOf, listeners, readsOf } from './listeners.ts'
import { round } from './round.ts'
import { clone } from './state.ts'
import { fits, initial, isAware, restore, step } from './step.ts'

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
    expect(step(rule, state, reading(59_999, 30))).toMatchObject({ late: true, intents: [] })
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

  it('goes on under a new version of the same wiring, with its new figures', () => {
    const rule = body()
    const state = initial(rule, 0)
    step(rule, state, reading(0, 24.5))
    const next = body({ setPoint: 23, staleAfter: 600 }, 2)
    expect(fits(next, state)).toBe(true)
    const done = step(next, state, { kind: 'CONFIG', ts: 1000 })
    expect(done.intents).toMatchObject([{ kind: 'ACTUATE', value: true }])
    expect(done.next).toBe(600_000)
  })

  describe('a sensor whose interval is another', () => {
    const every = (seconds: number) => {
      const rule = body()
      return { ...rule, interfaces: rule.interfaces.map(one => (one.id === '11' ? { ...one, every: seconds } : one)) }
    }
    const MINUTE = 60_000
    const fed = (from: number) => {
      const state = initial(every(from), 0)
      step(every(from), state, reading(0, 24))
      return state
    }

    it('is waited for longer as soon as that is told', () => {
      const state = fed(10)
      expect(isAware(every(600), state)).toBe(false)
      expect(step(every(600), state, { kind: 'CONFIG', ts: 4 * MINUTE })).toMatchObject({ intents: [], next: 30 * MINUTE })
      expect(isAware(every(600), state)).toBe(true)
    })

    it('is not lost at once when it is to send more often: from then on it has its time', () => {
      const state = fed(600)
      expect(step(every(10), state, { kind: 'CONFIG', ts: 9 * MINUTE })).toMatchObject({ intents: [], next: 14 * MINUTE })
      // But never longer than it had.
      const late = fed(600)
      expect(step(every(10), late, { kind: 'CONFIG', ts: 28 * MINUTE }).next).toBe(30 * MINUTE)
      const soon = fed(600)
      const next = { ...every(10), version: 2 }
      expect(step(next, soon, { kind: 'CONFIG', ts: 9 * MINUTE })).toMatchObject({ intents: [], next: 14 * MINUTE })
    })

    it('that was never heard has its time, too', () => {
      const state = initial(every(10), 0)
      expect(step(every(600), state, { kind: 'CONFIG', ts: MINUTE }).next).toBe(31 * MINUTE)
    })
  })

  it('takes a new version of a schedule from the input that tells of it, not from before', () => {
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
    expect(done.intents).toMatchObject([{ kind: 'ACTUATE', value: false, ts: 2 * hour }])
    expect(done.intents).toHaveLength(1)
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
    const told = (before: RuleBody, after: RuleBody) => {
      const state = initial(before, 0)
      const first = step(before, state, reading(60_000, 29)).intents
      const then = step(after, state, { kind: 'CONFIG', ts: 600_000 }).intents
      const later = step(after, state, { kind: 'TIMER', ts: 3_600_000 }).intents
      return [first, then, later].map(some => some.map(one => `${one.ts / 1000} ${one.kind}${'line' in one ? one.line : ''}`))
    }

    it('holds what is known against its limits at once, though no reading comes', () => {
      const expected = [[], ['600 EVENT_OPEN', '600 EVENT_NOTIFY0'], []]
      expect(told(alarm({}, 1, { lineLogic: 'ALL' }), alarm({ inputValue: 28 }, 2, { lineLogic: 'ALL' }))).toEqual(expected)
    })

    it('counts its repetitions from the last message', () => {
      const [first, then, later] = told(alarm({ inputValue: 28 }, 1), alarm({ inputValue: 28, repetitionTime: '00:20' }, 2))
      expect(first).toEqual(['60 EVENT_OPEN', '60 EVENT_NOTIFY0', '60 EVENT_NOTIFY1'])
      expect(then).toEqual([])
      expect(later).toEqual(['1260 EVENT_NOTIFY0', '2460 EVENT_NOTIFY0'])
    })

    it('tells of a line that holds and was never told of', () => {
      const [first, then] = told(alarm({ inputValue: 28 }, 1, { lineLogic: 'ALL' }), alarm({ inputValue: 28 }, 2))
      expect(first).toEqual(['60 EVENT_OPEN', '60 EVENT_NOTIFY0'])
      expect(then).toEqual(['600 EVENT_NOTIFY1'])
    })

    it('does nothing before it is told of', () => {
      const body = (permanenceTime: string, version: number) =>
        alarm({ inputValue: 28, permanenceTime }, version, { lineLogic: 'ALL' })
      expect(told(body('01:00', 1), body('00:05', 2))).toEqual([[], ['600 EVENT_OPEN', '600 EVENT_NOTIFY0'], []])
    })
  })

  it('does not go on under another wiring', () => {
    const state = initial(body(), 0)
    const other = body({ sensors: ['12'] }, 2)
    expect(fits(other, state)).toBe(false)
    expect(restore(other, JSON.parse(JSON.stringify(state)))).toBeNull()
    expect(() => step(other, state, { kind: 'TIMER', ts: 1 })).toThrow('another wiring')
  })

  it('restores what it stored, and nothing else', () => {
    const state = initial(body(), 0)
    expect(restore(body(), JSON.parse(JSON.stringify(state)))).toEqual(state)
    for (const stored of [null, undefined, 'x', {}, { ...state, v: 2 }]) expect(restore(body(), stored)).toBeNull()
  })

  it('takes a command or a setting that is older than the engine time at the engine time', () => {
    const rule = body()
    const state = initial(rule, 0)
    step(rule, state, reading(60_000, 26))
    step(rule, state, { kind: 'COMMAND', ts: 50_000, interfaceId: '21', value: false, hold: 10_000 })
    expect(step(rule, state, { kind: 'TIMER', ts: 70_000 }).intents).toMatchObject([{ ts: 70_000, reason: 'HOLD_OVER' }])
  })

  it('a command without a hold ends an earlier one; what another rule wrote does not', () => {
    const rule = body()
    const held = (hold: number | null) => {
      const state = initial(rule, 0)
      step(rule, state, reading(60_000, 26))
      step(rule, state, { kind: 'COMMAND', ts: 61_000, interfaceId: '21', value: false, hold: 600_000 })
      step(rule, state, { kind: 'COMMAND', ts: 62_000, interfaceId: '21', value: false, hold })
      return step(rule, state, reading(120_000, 26)).intents
    }
    expect(held(0)).toMatchObject([{ kind: 'ACTUATE', interfaceId: '21', value: true, ts: 120_000 }])
    expect(held(null)).toEqual([])
  })

  it('holds for a day at most', () => {
    const rule = body({ staleAfter: 3600 })
    const state = initial(rule, 0)
    step(rule, state, { kind: 'COMMAND', ts: 0, interfaceId: '21', value: false, hold: 1e12 })
    expect(state.outlets[0]!.hold).toBe(86_400_000)
  })
})

describe('order', () => {
  it('is time, kind, interface, sequence', () => {
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
  it('goes half away from zero and forgives the last bit', () => {
    expect([round(2.5, 0), round(-2.5, 0), round(1.005, 2), round(0.1 + 0.2, 1), round(-0.04, 1)]).toEqual([3, -3, 1.01, 0.3, 0])
    expect(micro(0.1 + 0.2)).toBe(300_000)
  })
})
