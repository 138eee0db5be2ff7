import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Input, Reading } from '../src/inputs/input.ts'
import type { EventNotify, RuleEffect } from '../src/effects.ts'
import { run } from '../src/run.ts'
import { alarms, readings, SECONDS, START } from './arbitraries.ts'
import { simulateAlarm } from './alarmModel.ts'

const END = START + SECONDS * 1000
const isReading = (input: Input): input is Reading => input.kind === 'READING'
const isNotify = (effect: RuleEffect): effect is EventNotify => effect.kind === 'EVENT_NOTIFY'
const ms = (time: string): number => Number(time.slice(0, 2)) * 3_600_000 + Number(time.slice(3)) * 60_000

const traceLine = (effect: RuleEffect): string[] => {
  const second = (effect.ts - START) / 1000
  if (effect.kind === 'EVENT_NOTIFY') return [`${second} NOTIFY ${effect.line} ${effect.n}`]
  return effect.kind.startsWith('EVENT_') ? [`${second} ${effect.kind.slice(6)}`] : []
}

describe('an alarm', () => {
  it('I1 I2 opens, notifies, closes and reopens exactly when the model does', () => {
    let total = 0
    fc.assert(
      fc.property(alarms, readings('11', '12'), (body, history) => {
        const expected = simulateAlarm(body, history.filter(isReading))
        total += expected.length
        expect(run(body, history, END).effects.flatMap(traceLine)).toEqual(expected)
      }),
      { numRuns: 200 },
    )
    expect(total).toBeGreaterThan(400)
  })

  const statusChanges = fc.array(
    fc.record({ after: fc.integer({ min: 0, max: 5000 }), status: fc.constantFrom('OPEN', 'PENDING', 'CLOSED') }),
    { maxLength: 3 },
  )

  it('I3 respects limit and repetition time, then only escalates', () => {
    fc.assert(
      fc.property(alarms, readings('11', '12'), statusChanges, (body, history, statuses) => {
        const opened = run(body, history, END).effects.find(effect => effect.kind === 'EVENT_OPEN')
        const people = statuses.map(({ after, status }): Input => {
          const ts = (opened?.ts ?? START) + after * 1000
          return { kind: 'CONFIG', ts, event: { key: opened?.event ?? '', status } }
        })
        const all = [...history, ...people].toSorted((a, b) => a.ts - b.ts)
        const notifications = run(body, all, END).effects.filter(isNotify)
        for (const same of Map.groupBy(notifications, notification => `${notification.event} ${notification.line}`).values()) {
          const { notificationLimit: limit, repetitionTime } = body.inputs.lines[same[0]!.line]!
          expect(same.map(notification => notification.n)).toEqual(same.map((_, k) => k + 1))
          expect(same.filter(notification => notification.escalation === 0 && limit > 0 && notification.n > limit)).toEqual([])
          const before = (k: number) => same[k - 1]
          expect(
            same.filter(
              (notification, k) =>
                before(k)?.escalation === notification.escalation && notification.ts - before(k)!.ts < ms(repetitionTime),
            ),
          ).toEqual([])
        }
      }),
      { numRuns: 150 },
    )
  })

  const critical = alarms.map(body => {
    const line = { ...body.inputs.lines[0]!, repetitionTime: '00:03' }
    return { ...body, event: { ...body.event, severityLevel: 'CRITICAL' as const }, inputs: { ...body.inputs, lines: [line] } }
  })

  it('I3 repeats a critical alarm in time while it is active and known', () => {
    fc.assert(
      fc.property(critical, body => {
        const line = body.inputs.lines[0]!
        const value = line.logicOperator === 'LESS' ? 0 : line.logicOperator === 'EQUAL' ? Number(line.inputValue) : 99
        const history = Array.from({ length: SECONDS / 60 }, (_, k): Input => {
          return { kind: 'READING', ts: START + k * 60_000, interfaceId: '11', seq: k, value, good: true }
        })
        const first = START + ms(line.permanenceTime) + body.event.ruleDelay * 1000
        const notifications = run(body, history, END).effects.filter(isNotify)
        expect(notifications.map(notification => notification.ts)).toEqual(
          Array.from({ length: Math.floor((END - first) / 180_000) + 1 }, (_, k) => first + k * 180_000),
        )
        const limit = line.notificationLimit
        expect(notifications.map(notification => notification.escalation)).toEqual(
          notifications.map(notification => (limit === 0 ? 0 : Math.max(0, notification.n - limit))),
        )
      }),
      { numRuns: 40 },
    )
  })

  it('opens and closes in turn and never notifies of a closed event', () => {
    fc.assert(
      fc.property(alarms, readings('11', '12'), (body, history) => {
        const kinds = run(body, history, END).effects.flatMap(effect => (effect.kind === 'FAULT' ? [] : [effect.kind.slice(6)]))
        expect(kinds.join(' ')).toMatch(/^((RE)?OPEN( NOTIFY)*( CLOSE( |$)|$))*$/)
      }),
    )
  })
})
