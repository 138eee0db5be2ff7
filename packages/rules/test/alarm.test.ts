import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Input, Reading } from '../src/input.ts'
import type { EventNotify, Intent } from '../src/intent.ts'
import { run } from '../src/run.ts'
import { alarms, readings, SECONDS, START } from './arbitraries.ts'
import { follow } from './farmhand.ts'

const END = START + SECONDS * 1000
const isReading = (input: Input): input is Reading => input.kind === 'READING'
const isNotify = (intent: Intent): intent is EventNotify => intent.kind === 'EVENT_NOTIFY'
const ms = (time: string): number => Number(time.slice(0, 2)) * 3_600_000 + Number(time.slice(3)) * 60_000

const inWords = (intent: Intent): string[] => {
  const second = (intent.ts - START) / 1000
  if (intent.kind === 'EVENT_NOTIFY') return [`${second} NOTIFY ${intent.line} ${intent.n}`]
  return intent.kind.startsWith('EVENT_') ? [`${second} ${intent.kind.slice(6)}`] : []
}

describe('an alarm', () => {
  it('I1 I2 opens, tells, closes and reopens exactly when the model does', () => {
    let told = 0
    fc.assert(
      fc.property(alarms, readings('11', '12'), (body, life) => {
        const said = follow(body, life.filter(isReading))
        told += said.length
        expect(run(body, life, END).intents.flatMap(inWords)).toEqual(said)
      }),
      { numRuns: 200 },
    )
    expect(told).toBeGreaterThan(400)
  })

  const byHand = fc.array(
    fc.record({ after: fc.integer({ min: 0, max: 5000 }), status: fc.constantFrom('OPEN', 'PENDING', 'CLOSED') }),
    { maxLength: 3 },
  )

  it('I3 tells at most limit times and no sooner than it repeats, then only up the escalation list', () => {
    fc.assert(
      fc.property(alarms, readings('11', '12'), byHand, (body, life, statuses) => {
        const opened = run(body, life, END).intents.find(one => one.kind === 'EVENT_OPEN')
        const people = statuses.map(({ after, status }): Input => {
          const ts = (opened?.ts ?? START) + after * 1000
          return { kind: 'CONFIG', ts, event: { key: opened?.event ?? '', status } }
        })
        const all = [...life, ...people].toSorted((a, b) => a.ts - b.ts)
        const told = run(body, all, END).intents.filter(isNotify)
        for (const same of Map.groupBy(told, one => `${one.event} ${one.line}`).values()) {
          const { notificationLimit: limit, repetitionTime } = body.inputs.lines[same[0]!.line]!
          expect(same.map(one => one.n)).toEqual(same.map((_, k) => k + 1))
          expect(same.filter(one => one.escalation === 0 && limit > 0 && one.n > limit)).toEqual([])
          const before = (k: number) => same[k - 1]
          expect(
            same.filter((one, k) => before(k)?.escalation === one.escalation && one.ts - before(k)!.ts < ms(repetitionTime)),
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

  it('I3 a critical danger is never silent: while it lasts and is known, the next word comes in time', () => {
    fc.assert(
      fc.property(critical, body => {
        const line = body.inputs.lines[0]!
        const value = line.logicOperator === 'LESS' ? 0 : line.logicOperator === 'EQUAL' ? Number(line.inputValue) : 99
        const life = Array.from({ length: SECONDS / 60 }, (_, k): Input => {
          return { kind: 'READING', ts: START + k * 60_000, interfaceId: '11', seq: k, value, good: true }
        })
        const first = START + ms(line.permanenceTime) + body.event.ruleDelay * 1000
        const told = run(body, life, END).intents.filter(isNotify)
        expect(told.map(one => one.ts)).toEqual(
          Array.from({ length: Math.floor((END - first) / 180_000) + 1 }, (_, k) => first + k * 180_000),
        )
        const limit = line.notificationLimit
        expect(told.map(one => one.escalation)).toEqual(told.map(one => (limit === 0 ? 0 : Math.max(0, one.n - limit))))
      }),
      { numRuns: 40 },
    )
  })

  it('opens and closes in turn, and never tells of a closed event', () => {
    fc.assert(
      fc.property(alarms, readings('11', '12'), (body, life) => {
        const kinds = run(body, life, END).intents.flatMap(one => (one.kind === 'FAULT' ? [] : [one.kind.slice(6)]))
        expect(kinds.join(' ')).toMatch(/^((RE)?OPEN( NOTIFY)*( CLOSE( |$)|$))*$/)
      }),
    )
  })
})
