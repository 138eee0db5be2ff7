import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RuleBody } from '@steading/contract/rules/body'
import type { Input } from '../src/inputs/input.ts'
import type { RuleEffect } from '../src/effects.ts'
import { run } from '../src/run.ts'
import { initial, step } from '../src/step.ts'
import { setPointsAt } from '../src/templates/cycle.ts'
import { cycles, doubles, histories, proportionals, SECONDS, START, thermostats } from './arbitraries.ts'

const END = START + SECONDS * 1000
const offsets = [
  { from: 0, minutes: 0 },
  { from: Date.UTC(2026, 2, 29, 1), minutes: 60 },
  { from: Date.UTC(2026, 9, 25, 1), minutes: 0 },
]
const writesOf = (effects: readonly RuleEffect[]) => effects.filter(effect => effect.kind === 'ACTUATE')

/** The same set-points on every day. */
const steady = <P extends object>(points: P) => ({
  offsets,
  cycle: {
    preCycle: { date: '2026-01-01', ...points },
    dayOne: { date: '2026-01-02', ...points },
    days: [{ day: 260, ...points }],
    lastDay: { day: 300, ...points },
  },
})

describe('a cycle', () => {
  it('equals the rule without a cycle when all days are alike', () => {
    const plain = fc.oneof(
      thermostats.filter(body => body.inputs.reference === 'FIXED'),
      doubles,
      proportionals,
    )
    // What somebody else sends stays until the rule looks again, and a cycle looks every hour.
    const uncommanded = histories.map(inputs => inputs.filter(({ kind }) => kind !== 'COMMAND'))
    fc.assert(
      fc.property(plain, uncommanded, (body, history) => {
        const minOutput = 'minOutput' in body.inputs ? { minOutput: body.inputs.minOutput ?? 0 } : {}
        const { offsets, cycle } = steady({ ...body.inputs, ...minOutput })
        const cyclic = RuleBody.parse({ ...body, template: `CYCLE_${body.template}`, offsets, inputs: { ...body.inputs, cycle } })
        expect(writesOf(run(cyclic, history, END).effects)).toEqual(writesOf(run(body, history, END).effects))
      }),
      { numRuns: 80 },
    )
  })

  it('writes nothing before the pre-cycle begins', () => {
    const later = cycles.map(body => {
      const { cycle } = body.inputs
      const dated = { preCycle: { ...cycle.preCycle, date: '2026-09-22' }, dayOne: { ...cycle.dayOne, date: '2026-09-22' } }
      return RuleBody.parse({ ...body, inputs: { ...body.inputs, cycle: { ...cycle, ...dated } } })
    })
    const midnight = START + 2_800_000
    let writes = 0
    fc.assert(
      fc.property(later, histories, (body, history) => {
        const all = writesOf(run(body, history, END).effects)
        writes += all.length
        // Where the clock was put back over midnight it is the day before once more.
        expect(all.filter(actuate => actuate.ts < midnight)).toEqual([])
      }),
      { numRuns: 60 },
    )
    expect(writes).toBeGreaterThan(60)
  })

  it('rests until it begins when it is postponed while an output moves', () => {
    const points = { setPoint: 20, band: 4, minOutput: 10 }
    const body = (version: number, from: string) =>
      RuleBody.parse({
        id: '1',
        version,
        timeZone: 'Europe/Lisbon',
        template: 'CYCLE_PROPORTIONAL',
        offsets,
        interfaces: [
          { id: '11', dataType: 'DECIMAL', kind: 'GAUGE', every: 0 },
          { id: '21', dataType: 'INTEGER', kind: 'COMMAND' },
        ],
        inputs: {
          sensors: ['11'],
          outputs: ['21'],
          mode: 'COOL',
          maxSlew: 1,
          cycle: {
            preCycle: { date: from, ...points },
            dayOne: { date: from, ...points },
            lastDay: { day: 2, ...points },
          },
        },
      })
    const at = Date.UTC(2026, 3, 6, 12)
    const reading = (ts: number, value: number): Input => ({ kind: 'READING', ts, interfaceId: '11', seq: 0, value, good: true })
    const state = initial(body(1, '2026-04-06'), at)
    step(body(1, '2026-04-06'), state, reading(at, 20))
    step(body(1, '2026-04-06'), state, reading(at + 60_000, 24))
    const put = body(2, '2026-04-08')
    expect(writesOf(run(put, [reading(at + 120_000, 24)], Date.UTC(2026, 3, 7, 22, 59, 59), state).effects)).toEqual([])
    const goesOn = writesOf(run(put, [], Date.UTC(2026, 3, 7, 23, 0), state).effects)
    expect(goesOn.map(actuate => actuate.ts)).toEqual([Date.UTC(2026, 3, 7, 23)])
  })

  it('interpolates between entries and is exact at their midnights', () => {
    const days = fc
      .uniqueArray(fc.integer({ min: 2, max: 60 }), { minLength: 1, maxLength: 6 })
      .map(all => all.toSorted((a, b) => a - b))
    const value = fc.double({ min: -20, max: 60, noNaN: true })
    fc.assert(
      fc.property(
        days,
        fc.array(value, { minLength: 8, maxLength: 8 }),
        fc.integer({ min: 0, max: 70 * 24 - 1 }),
        (on, values, hour) => {
          const entries = on.map((day, k) => ({ day, setPoint: values[k + 2]! }))
          const date = '2026-03-20'
          const cycle = {
            preCycle: { date, setPoint: values[0]! },
            dayOne: { date, setPoint: values[1]! },
            days: entries.slice(0, -1),
            lastDay: entries.at(-1)!,
          }
          // Hours of the wall clock: by UTC, one hour less from 29 March on.
          const utc = Date.UTC(2026, 2, 20, hour) - (Date.UTC(2026, 2, 20, hour) >= Date.UTC(2026, 2, 29, 2) ? 3_600_000 : 0)
          const found = setPointsAt<{ setPoint: number }>({ offsets, inputs: { cycle, interpolation: 'LINEAR' } }, utc)!.setPoint
          const stairs = setPointsAt<{ setPoint: number }>({ offsets, inputs: { cycle, interpolation: 'STEP' } }, utc)!.setPoint
          const age = 1 + hour / 24
          const all = [{ day: 1, setPoint: values[1]! }, ...entries]
          const before = all.findLast(({ day }) => day <= age)!
          const after = all.find(({ day }) => day > age) ?? before
          expect(stairs).toBe(before.setPoint)
          expect(found).toBeGreaterThanOrEqual(Math.min(before.setPoint, after.setPoint))
          expect(found).toBeLessThanOrEqual(Math.max(before.setPoint, after.setPoint))
          expect(before.day === age ? found : before.setPoint).toBe(before.setPoint)
        },
      ),
      { numRuns: 300 },
    )
  })
})
