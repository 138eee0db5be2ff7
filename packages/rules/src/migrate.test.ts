import { RuleBody } from '@steading/contract/rules/body'
import { describe, expect, it } from 'vitest'
import type { Input } from './inputs/input.ts'
import { run } from './run.ts'
import { clone } from './state.ts'
import type { State } from './state.ts'
import { retire, migrate } from './step.ts'

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
  run(body, inputs, until * MINUTE, state).effects.map(effect => [
    effect.kind,
    effect.ts / MINUTE,
    'event' in effect ? effect.event : '',
  ])

/** Opened at minute 1. */
const open = () => run(rule(1, ['11']), [reading(0, '11', 20), reading(1, '11', 31)]).state
const KEY = '7:60000'

describe('an open event whose rule moves to other sensors', () => {
  it('stays open while the condition lasts and notifies of the new one', () => {
    const body = rule(2, ['12'])
    const state = migrate(body, clone(open()), 2 * MINUTE)
    const { effects } = run(body, [reading(3, '12', 33), reading(5, '12', 20)], 7 * MINUTE, state)
    expect(effects.map(effect => [effect.kind, effect.ts / MINUTE])).toEqual([
      ['EVENT_NOTIFY', 3],
      ['EVENT_CLOSE', 6],
    ])
    // Under a key of its own: the platform writes each key down once.
    expect(effects[0]).toMatchObject({ event: KEY, n: 1, key: `${KEY}:1.0:1` })
  })

  it('closes a minute after its conditions are known not to be met', () => {
    const body = rule(2, ['11', '12'])
    const state = migrate(body, clone(open()), 2 * MINUTE)
    expect(kinds(state, body, [reading(3, '11', 20)], 10)).toEqual([])
    expect(kinds(state, body, [reading(11, '12', 20), reading(11.5, '11', 20)], 15)).toEqual([['EVENT_CLOSE', 12, KEY]])
  })

  it('stays open without a second event when autoClose is off', () => {
    const body = rule(2, ['12'], { autoClose: false })
    const state = migrate(body, clone(open()), 2 * MINUTE)
    expect(kinds(state, body, [reading(3, '12', 20)], 6)).toEqual([])
    expect(kinds(state, body, [reading(7, '12', 33)], 8)).toEqual([['EVENT_NOTIFY', 7, KEY]])
  })

  it('is not taken over by another rule or another template', () => {
    const state = migrate(rule(2, ['12']), { ...open(), template: 'CLOUD_ALARM' }, 2 * MINUTE)
    expect(kinds(state, rule(2, ['12']), [reading(3, '12', 33)], 4)[0]).toEqual(['EVENT_OPEN', 3, '7:180000'])
  })
})

it('gives the final write a key distinct from that of its successor', () => {
  const siren = (version: number, sensors: readonly string[]) => {
    const { inputs, interfaces } = rule(version, sensors)
    return RuleBody.parse({
      ...rule(version, sensors),
      template: 'ALARM_WITH_ACTUATION',
      interfaces: [...interfaces, { id: '21', dataType: 'BOOLEAN', kind: 'COMMAND', every: 0 }],
      inputs: { ...inputs, outputs: ['21'], onValue: true, offValue: false },
    })
  }
  const before = siren(1, ['11'])
  const after = siren(2, ['12'])
  const { state: old } = run(before, [reading(0, '11', 20), reading(1, '11', 31)], 90_000)
  const at = 2 * MINUTE
  const taken = clone(old)
  const left = retire('7', old, at)
  // A host may take over the old one's memory before its last words, or after.
  for (const memory of [taken, old]) {
    const state = migrate(after, clone(memory), at)
    const { effects } = run(after, [{ kind: 'CONFIG', ts: at }, reading(2, '12', 33)], at, state)
    const written = [...left, ...effects].flatMap(effect => (effect.kind === 'ACTUATE' ? [`${effect.key} ${effect.value}`] : []))
    expect(written).toEqual(['7:120000:21:1:left false', '7:120000:21:1 true'])
  }
})
