import { RuleBody } from '@steading/contract/rulebody'
import { describe, expect, it } from 'vitest'
import type { Input } from './input.ts'
import { run } from './run.ts'
import { clone } from './state.ts'
import type { State } from './state.ts'
import { leave, succeed } from './step.ts'

/** A rule that goes over to other sensors while its event is open. */
const rule = (version: number, sensors: readonly string[], more: object = {}) =>
  RuleBody.parse({
    id: '7',
    version,
    timeZone: 'UTC',
    template: 'ALARM_WITHOUT_ACTUATION',
    interfaces: ['11', '12'].map(id => ({ id, dataType: 'DECIMAL', kind: 'GAUGE', every: 60 })),
    inputs: { lines: sensors.map(interfaceId => ({ interfaceId, logicOperator: 'GREATER', inputValue: 30 })) },
    event: { severityLevel: 'MAJOR' },
    ...more,
  })
const MINUTE = 60_000
const reading = (minute: number, interfaceId: string, value: number): Input => {
  return { kind: 'READING', ts: minute * MINUTE, interfaceId, seq: 0, value, good: true }
}
const kinds = (state: State, body: RuleBody, inputs: readonly Input[], until: number) =>
  run(body, inputs, until * MINUTE, state).intents.map(one => [one.kind, one.ts / MINUTE, 'event' in one ? one.event : ''])

/** Opened at minute 1. */
const open = () => run(rule(1, ['11']), [reading(0, '11', 20), reading(1, '11', 31)]).state
const KEY = '7:60000'

describe('an event whose rule goes over to other sensors', () => {
  it('goes on while the danger lasts, and people are told of the new condition', () => {
    const body = rule(2, ['12'])
    const state = succeed(body, clone(open()), 2 * MINUTE)
    const { intents } = run(body, [reading(3, '12', 33), reading(5, '12', 20)], 7 * MINUTE, state)
    expect(intents.map(one => [one.kind, one.ts / MINUTE])).toEqual([
      ['EVENT_NOTIFY', 3],
      ['EVENT_CLOSE', 6],
    ])
    // Under a key of its own: the platform writes each key down once.
    expect(intents[0]).toMatchObject({ event: KEY, n: 1, key: `${KEY}:1.0:1` })
  })

  it('closes by itself a minute after it is known to be over', () => {
    const body = rule(2, ['11', '12'])
    const state = succeed(body, clone(open()), 2 * MINUTE)
    expect(kinds(state, body, [reading(3, '11', 20)], 10)).toEqual([])
    expect(kinds(state, body, [reading(11, '12', 20), reading(11.5, '11', 20)], 15)).toEqual([['EVENT_CLOSE', 12, KEY]])
  })

  it('stays open where nothing closes by itself, and no second one opens', () => {
    const body = rule(2, ['12'], { autoClose: false })
    const state = succeed(body, clone(open()), 2 * MINUTE)
    expect(kinds(state, body, [reading(3, '12', 20)], 6)).toEqual([])
    expect(kinds(state, body, [reading(7, '12', 33)], 8)).toEqual([['EVENT_NOTIFY', 7, KEY]])
  })

  it('is not another rule’s, nor one of another kind', () => {
    const state = succeed(rule(2, ['12']), { ...open(), template: 'CLOUD_ALARM' }, 2 * MINUTE)
    expect(kinds(state, rule(2, ['12']), [reading(3, '12', 33)], 4)[0]).toEqual(['EVENT_OPEN', 3, '7:180000'])
  })
})

it('what it switched on goes off under a key of its own, whatever its successor writes at that instant', () => {
  const siren = (version: number, sensors: readonly string[]) => {
    const { inputs, interfaces } = rule(version, sensors)
    return RuleBody.parse({
      ...rule(version, sensors),
      template: 'ALARM_WITH_ACTUATION',
      interfaces: [...interfaces, { id: '21', dataType: 'BOOLEAN', kind: 'COMMAND', every: 0 }],
      inputs: { ...inputs, outputs: ['21'], onValue: true, offValue: false },
    })
  }
  const [before, after] = [siren(1, ['11']), siren(2, ['12'])]
  const { state: old } = run(before, [reading(0, '11', 20), reading(1, '11', 31)], 90_000)
  const at = 2 * MINUTE
  const taken = clone(old)
  const left = leave('7', old, at)
  // A host may take over the old one's memory before its last words, or after.
  for (const memory of [taken, old]) {
    const state = succeed(after, clone(memory), at)
    const { intents } = run(after, [{ kind: 'CONFIG', ts: at }, reading(2, '12', 33)], at, state)
    const written = [...left, ...intents].flatMap(one => (one.kind === 'ACTUATE' ? [`${one.key} ${one.value}`] : []))
    expect(written).toEqual(['7:120000:21:1:left false', '7:120000:21:1 true'])
  }
})
