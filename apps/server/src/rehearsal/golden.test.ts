import { runCase } from '@steading/rules/goldenCases'
import { readsOf } from '@steading/rules/listeners'
import { RuleBody } from '@steading/contract/rules/body'
import { describe, expect, it } from 'vitest'
import { goldenCases, isGoodThere } from '../../test/golden.ts'
import type { Golden } from '../../test/golden.ts'
import { NONE } from './columns.ts'
import { tally } from './outcome.ts'
import { inOrder, player } from './play.ts'
import type { Run, Version } from './run.ts'

// The golden cases, tried on a history: of readings, orders of people and silences of boxes. Whatever the engine does in the case
// the rehearsal must count, at the same instant.
const isHistory = (golden: Golden) =>
  golden.inputs.every(
    (input, k, inputs) =>
      input.kind === 'COMMAND' ||
      (input.kind === 'READING' &&
        isGoodThere(input, golden) &&
        inputs.findIndex(one => one.kind === 'READING' && one.interfaceId === input.interfaceId && one.ts === input.ts) === k &&
        readsOf(golden.body).includes(input.interfaceId)) ||
      (input.kind === 'CONFIG' && Object.keys(input).every(name => ['kind', 'ts', 'terminal'].includes(name))),
  )
const all = goldenCases()
const cases = all.filter(isHistory)

const people = ['one@steading.example']
const hearers = [[[{ channel: 'MAIL', recurrence: 0, to: [0] }]]] as const
const noBeat = () => undefined

function tried({ body, inputs, until }: Golden) {
  const from = (inputs[0]?.ts ?? until) + 1
  const version: Version = { body, hearers, places: {} }
  const slots = inOrder(
    readsOf(body).map(id => {
      const { dataType, terminalId = '1' } = body.interfaces.find(item => item.id === id)!
      return { id, terminalId, dataType, onChange: false }
    }),
  )
  const interventions = inputs.filter(input => input.kind === 'COMMAND' || input.kind === 'CONFIG')
  const run: Run = {
    history: '',
    from,
    until,
    parts: [from],
    slots,
    versions: [version],
    people,
    before: [],
    interventions,
    rebased: [],
  }
  const playing = player(run)
  const columns = slots.map(({ id }) => {
    const its = inputs.filter(input => input.kind === 'READING' && input.interfaceId === id)
    const values = its.map(input => (input.kind === 'READING' ? input.value : 0))
    const isText = typeof values[0] === 'string'
    return {
      ...NONE,
      times: Float64Array.from(its, input => input.ts),
      values: isText ? new Float64Array() : Float64Array.from(values, Number),
      texts: isText ? values.map(String) : null,
    }
  })
  playing.part(columns, noBeat)
  return { version, from, outcome: playing.end().outcomes[0] }
}

describe('golden cases in a rehearsal', () => {
  it('cover most of them', () => {
    expect(cases.length).toBeGreaterThan(all.length / 2)
  })

  it.each(cases.map(golden => [golden.name, golden] as const))('%s', (_, golden) => {
    const { version, from, outcome } = tried(golden)
    const count = tally(version, from, golden.until, [])
    for (const effect of runCase(golden.of)) count.take(effect)
    expect(outcome).toEqual(count.outcome(people))
  })
})

it('a rehearsal opens no event over another base of a register', () => {
  const id = '1'
  const minutes = Array.from({ length: 20 }, (_, minute) => minute)
  const body = RuleBody.parse({
    template: 'ALARM_WITHOUT_ACTUATION',
    id: '7',
    version: 1,
    timeZone: 'UTC',
    interfaces: [{ id, dataType: 'DECIMAL', kind: 'COUNTER', every: 60 }],
    inputs: { lines: [{ interfaceId: id, logicOperator: 'GREATER', inputValue: 500, permanenceTime: '00:00' }] },
    event: { severityLevel: 'MAJOR' },
  })
  const events = (rebased: Run['rebased']) => {
    const slots = [{ id, terminalId: '1', dataType: 'DECIMAL', onChange: false } as const]
    const version: Version = { body: structuredClone(body), hearers, places: {} }
    const run = {
      history: '',
      from: 0,
      until: 1_200_001,
      parts: [0],
      slots,
      versions: [version],
      people,
      before: [],
      interventions: [],
      rebased,
    }
    const playing = player(run)
    const times = Float64Array.from(minutes, minute => minute * 60_000)
    const values = Float64Array.from(minutes, minute => (minute < 10 ? 2100 : 21_000))
    playing.part([{ ...NONE, times, values }], noBeat)
    return playing.end().outcomes[0]?.eventCount
  }
  expect(events([])).toBe(1)
  expect(events([{ interfaceId: id, from: 560_000, until: 580_000 }])).toBe(0)
  // The first reading by the new factor overtakes its report.
  expect(events([{ interfaceId: id, from: 595_000, until: 615_000 }])).toBe(0)
})
