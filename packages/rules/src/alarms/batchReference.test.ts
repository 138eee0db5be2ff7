import { RuleBody } from '@steading/contract/rules/body'
import { describe, expect, it } from 'vitest'
import type { Input } from '../inputs/input.ts'
import { run } from '../run.ts'
import type { State } from '../state.ts'

const MINUTE = 60_000
/** An alarm 4 °C above the curve of the batch, by version; null: no batch is open. */
const rule = (version: number, curve: number | null) =>
  RuleBody.parse({
    id: '7',
    version,
    timeZone: 'UTC',
    template: 'ALARM_WITHOUT_ACTUATION',
    interfaces: [{ id: '11', dataType: 'DECIMAL', kind: 'GAUGE', every: 60 }],
    inputs: {
      lines: [
        {
          interfaceId: '11',
          logicOperator: 'GREATER',
          inputValue: 4,
          relativeTo: 'CURVE',
          followsBatch: true,
          reference: curve === null ? [] : [{ from: 0, value: curve }],
        },
      ],
    },
    event: { severityLevel: 'MAJOR' },
  })
const reading = (minute: number, value: number): Input => {
  return { kind: 'READING', ts: minute * MINUTE, interfaceId: '11', seq: 0, value, good: true }
}
const adoption = (minute: number): Input => ({ kind: 'CONFIG', ts: minute * MINUTE })
const kinds = (body: RuleBody, inputs: readonly Input[], until: number, state?: State) => {
  const trace = run(body, inputs, until * MINUTE, state)
  return { state: trace.state, effects: trace.effects.map(({ kind, ts }) => [kind, ts / MINUTE]) }
}
/** Opened at minute 1. */
const open = () => kinds(rule(1, 23), [reading(0, 24), reading(1, 28)], 1)

describe('a line that follows the batch', () => {
  it('compares the reading with the curve while a batch is open', () => {
    expect(open().effects).toEqual([
      ['EVENT_OPEN', 1],
      ['EVENT_NOTIFY', 1],
    ])
  })

  it('releases its event a minute after the batch closes', () => {
    expect(kinds(rule(2, null), [adoption(2)], 10, open().state).effects).toEqual([['EVENT_CLOSE', 3]])
  })

  it('releases its event when the batch closes after the sensor was lost', () => {
    const { state } = kinds(rule(1, 23), [], 30, open().state)
    expect(kinds(rule(2, null), [adoption(31)], 40, state).effects).toEqual([['EVENT_CLOSE', 32]])
  })

  it('releases its event although the sensor is lost just after the batch closes', () => {
    const { effects } = kinds(rule(2, null), [adoption(15.5)], 40, open().state)
    expect(effects).toEqual([
      ['FAULT', 16],
      ['EVENT_CLOSE', 17],
    ])
  })

  it('keeps the event of a batch whose curve moves on under a new version', () => {
    expect(kinds(rule(2, 22), [adoption(2)], 10, open().state).effects).toEqual([])
  })

  it('watches again when the next batch opens', () => {
    const { state } = kinds(rule(1, null), [reading(0, 28)], 2)
    expect(kinds(rule(2, 23), [adoption(3)], 4, state).effects).toEqual([
      ['EVENT_OPEN', 3],
      ['EVENT_NOTIFY', 3],
    ])
  })
})
