import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Input, Reading } from '../src/input.ts'
import type { Intent } from '../src/intent.ts'
import { run } from '../src/run.ts'
import { alarms, readings, SECONDS, START } from './arbitraries.ts'
import { follow } from './farmhand.ts'

const END = START + SECONDS * 1000
const isReading = (input: Input): input is Reading => input.kind === 'READING'

const inWords = (intent: Intent): string[] => {
  const second = (intent.ts - START) / 1000
  if (intent.kind === 'EVENT_NOTIFY') return [`${second} NOTIFY ${intent.line} ${intent.n}`]
  return intent.kind.startsWith('EVENT_') ? [`${second} ${intent.kind.slice(6)}`] : []
}

describe('an alarm', () => {
  it('I1 I2 opens, tells, closes and reopens exactly when the model does', () => {
    fc.assert(
      fc.property(alarms, readings('11', '12'), (body, life) => {
        expect(run(body, life, END).intents.flatMap(inWords)).toEqual(follow(body, life.filter(isReading)))
      }),
      { numRuns: 300 },
    )
  })

  const status = fc.record({ after: fc.integer({ min: 0, max: 5000 }), status: fc.constantFrom('OPEN', 'PENDING', 'CLOSED') })

  it('I3 tells at most limit times and no sooner than it repeats, then only up the escalation list', () => {
    fc.assert(
      fc.property(alarms, readings('11', '12'), fc.array(status, { maxLength: 3 }), (body, life, statuses) => {
        const opened = run(body, life, END).intents.find(one => one.kind === 'EVENT_OPEN')
        const byHand = statuses.map(({ after, status }): Input => {
          const ts = (opened?.ts ?? START) + after * 1000
          return { kind: 'CONFIG', ts, event: { key: opened?.event ?? '', status } }
        })
        const all = [...life, ...byHand].toSorted((a, b) => a.ts - b.ts)
        const { intents } = run(body, all, END)
        const told = Map.groupBy(
          intents.filter(one => one.kind === 'EVENT_NOTIFY'),
          one => `${one.event} ${one.line}`,
        )
        for (const notifications of told.values()) {
          const { notificationLimit: limit, repetitionTime } = body.inputs.lines[notifications[0]!.line]!
          const apart = Number(repetitionTime.slice(0, 2)) * 3_600_000 + Number(repetitionTime.slice(3)) * 60_000
          expect(notifications.map(one => one.n)).toEqual(notifications.map((_, k) => k + 1))
          for (const [k, one] of notifications.entries()) {
            if (one.escalation === 0 && limit > 0) expect(one.n).toBeLessThanOrEqual(limit)
            const before = notifications[k - 1]
            if (before && one.escalation === before.escalation) expect(one.ts - before.ts).toBeGreaterThanOrEqual(apart)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  it('I3 a critical danger is never silent: while it lasts and is known, the next word comes in time', () => {
    fc.assert(
      fc.property(alarms, body => {
        fc.pre(body.event.severityLevel === 'CRITICAL' && body.inputs.lines.length === 1)
        const line = body.inputs.lines[0]!
        fc.pre(line.repetitionTime !== '00:00')
        const value = line.logicOperator === 'LESS' ? 0 : line.logicOperator === 'EQUAL' ? Number(line.inputValue) : 99
        const life = Array.from({ length: SECONDS / 60 }, (_, k): Input => {
          return { kind: 'READING', ts: START + k * 60_000, interfaceId: '11', seq: k, value, good: true }
        })
        const told = run(body, life, END).intents.filter(one => one.kind === 'EVENT_NOTIFY')
        const apart = Number(line.repetitionTime.slice(3)) * 60_000
        for (const [k, one] of told.entries()) expect(one.ts - told[0]!.ts).toBe(k * apart)
        expect(END - told.at(-1)!.ts).toBeLessThanOrEqual(apart)
        for (const one of told)
          expect(one.escalation).toBe(Math.max(0, line.notificationLimit === 0 ? 0 : one.n - line.notificationLimit))
      }),
    )
  })

  it('closes every event that it opened once, and never tells of a closed one', () => {
    fc.assert(
      fc.property(alarms, readings('11', '12'), (body, life) => {
        let open = false
        for (const intent of run(body, life, END).intents) {
          if (intent.kind === 'EVENT_OPEN' || intent.kind === 'EVENT_REOPEN') {
            expect(open).toBe(false)
            open = true
          } else if (intent.kind === 'EVENT_CLOSE') {
            expect(open).toBe(true)
            open = false
          } else if (intent.kind === 'EVENT_NOTIFY') expect(open).toBe(true)
        }
      }),
    )
  })
})
