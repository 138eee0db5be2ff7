import { canonical } from '@steading/contract/box/messages'
import type { Configuration } from '@steading/contract/box/messages'
import { describe, expect, it } from 'vitest'
import { door, hot, proportional, temperature, ventilation } from '../../test/specs.ts'
import { hashOf } from './parts.ts'
import { validate } from './validate.ts'
import type { Version } from './validate.ts'

/** What is said of these rules by a box with these interfaces. */
const statesOf = (bodies: Record<string, object | string>, ifs: Configuration['ifs'] = [temperature, ventilation, door]) => {
  const texts = Object.fromEntries(
    Object.entries(bodies).map(([id, body]) => [id, typeof body === 'string' ? body : canonical(body)]),
  )
  const rules = Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, { ver: 1, hash: hashOf(text) }]))
  return validate({ v: 1, uid: 'k3jq9ztr5fa0x7', rev: 1, rules, ifs, failsafe: {} }, texts).reports
}

it('reports by a code which rule it omits, and why', () => {
  const sound = proportional()
  expect(statesOf({ '31': sound })['31']).toMatchObject({ st: 'on' })
  expect(statesOf({ '31': sound, '32': { ...sound, id: '32' } })['32']).toMatchObject({ st: 'error', why: 'inUse', of: '31' })
  expect(statesOf({ '31': sound }, [ventilation])['31']).toMatchObject({ why: 'interface', of: temperature.id })
  expect(statesOf({ '31': sound }, [{ ...temperature, type: 'STRING' }, ventilation])['31']).toMatchObject({
    why: 'type',
    of: temperature.id,
  })
  expect(statesOf({ '31': sound }, [temperature, { ...ventilation, dir: 'IN' }])['31']).toMatchObject({
    why: 'output',
    of: ventilation.id,
  })
  expect(statesOf({ '31': sound }, [temperature, { ...ventilation, max: 50 }])['31']).toMatchObject({
    why: 'range',
    of: ventilation.id,
  })
  expect(statesOf({ '31': { ...sound, version: 2 } })['31']).toMatchObject({ why: 'version' })
  expect(statesOf({ '31': { ...sound, template: 'NOT_YET' } })['31']).toMatchObject({ why: 'template' })
  expect(statesOf({ '31': 'no JSON' })['31']).toMatchObject({ why: 'body' })
  expect(statesOf({ '31': sound }, [ventilation])['31']).toHaveProperty('err', `unknown interface ${temperature.id}`)
})

it('a rule uses the configured interfaces, not those copied in its body', () => {
  const copied = { id: '110', dataType: 'INTEGER', kind: 'COUNTER', every: 10, decimals: 2, maxRate: 500 }
  const body = {
    ...hot(),
    interfaces: [copied],
    inputs: { lines: [{ interfaceId: '110', logicOperator: 'EQUAL', inputValue: 0 }] },
  }
  const text = canonical(body)
  const runs = (more: object) => {
    const spec = { ...temperature, ix: 9, id: '110', type: 'INTEGER' as const, every: 600, dec: 0, ...more }
    const rules = { [body.id]: { ver: 1, hash: hashOf(text) } }
    const { sound } = validate({ v: 1, uid: 'k3jq9ztr5fa0x7', rev: 1, rules, ifs: [spec], failsafe: {} }, { [body.id]: text })
    return sound[0]?.body.interfaces
  }
  const one = { id: '110', dataType: 'INTEGER', kind: 'COUNTER', every: 600, decimals: 0, base: '1/0/' }
  const rolling = { ...one, modulus: 1_000_000, maxRate: 100, base: '1/0/1000000' }
  expect(runs({ modulus: 1_000_000, maxRate: 100 })).toEqual([rolling])
  // Of an older platform nothing is said of meters; null says that there is no such limit.
  expect(runs({})).toEqual([{ ...one, maxRate: 500 }])
  expect(runs({ modulus: null, maxRate: null })).toEqual([one])
  // Registers before and after another factor do not compare.
  expect(runs({ factor: 10, offset: 5 })).toMatchObject([{ base: '10/5/' }])
})

describe('rules that share an output', () => {
  const schedule = (template: string, id: string, action = 50) => ({
    template,
    id,
    version: 1,
    timeZone: 'UTC',
    interfaces: [{ id: '102', dataType: 'INTEGER', kind: 'COMMAND' }],
    offsets: [{ from: 0, minutes: 0 }],
    inputs: {
      outputs: ['102'],
      lines: [{ weekdays: [0], intervals: [{ startTime: '08:00:00', endTime: '09:59:59', action }] }],
      callbackValue: 0,
    },
  })
  const alarm = (id: string, onValue = 100) => ({
    ...hot(id),
    template: 'ALARM_WITH_ACTUATION',
    interfaces: proportional().interfaces,
    inputs: { ...hot().inputs, outputs: ['102'], onValue, offValue: 0 },
  })
  const states = (bodies: Record<string, object>) => Object.entries(statesOf(bodies)).map(([id, { st, of }]) => [id, of ?? st])

  it('may be of different strength, and alarms may be several', () => {
    const control = proportional()
    expect(
      states({
        '31': control,
        '40': schedule('FORCED_SCHEDULER', '40'),
        '41': schedule('SCHEDULER', '41'),
        '50': alarm('50'),
        '51': alarm('51'),
      }),
    ).toEqual(['31', '40', '41', '50', '51'].map(id => [id, 'on']))
  })

  it('may not be two of one strength', () => {
    const two = (template: string) => states({ '40': schedule(template, '40'), '41': schedule(template, '41') })
    for (const template of ['SCHEDULER', 'FORCED_SCHEDULER'])
      expect(two(template)).toEqual([
        ['40', 'on'],
        ['41', '40'],
      ])
  })

  it('are within the range of the output', () => {
    expect(statesOf({ '40': schedule('SCHEDULER', '40', 101) })['40']).toMatchObject({ why: 'range', of: '102' })
    expect(statesOf({ '50': alarm('50', 101) })['50']).toMatchObject({ why: 'range', of: '102' })
  })
})

describe('a rule that ran before', () => {
  const another = { ...ventilation, ix: 5, id: '105', address: 'h1/another' }
  const third = { ...ventilation, ix: 6, id: '106', address: 'h1/third' }
  const ifs = [temperature, ventilation, another, third]
  const specs = [
    { id: '101', dataType: 'DECIMAL', kind: 'GAUGE', every: 1 },
    ...['102', '105', '106'].map(id => ({ id, dataType: 'INTEGER', kind: 'COMMAND' })),
  ]
  const rule = (id: string, version: number, outputs: string[], more: object = {}) => ({
    ...proportional(id, version, { outputs, ...more }),
    interfaces: specs.filter(spec => spec.id === '101' || outputs.includes(spec.id)),
  })
  type Rule = ReturnType<typeof rule>
  const judged = (rules: readonly Rule[], before: Readonly<Record<string, Version>> = {}, of = ifs) => {
    const texts = Object.fromEntries(rules.map(one => [one.id, canonical(one)]))
    const references = Object.fromEntries(rules.map(one => [one.id, { ver: one.version, hash: hashOf(texts[one.id]!) }]))
    return validate({ v: 1, uid: 'k3jq9ztr5fa0x7', rev: 1, rules: references, ifs: of, failsafe: {} }, texts, before)
  }
  /** What runs after these configurations, one after the other: by rule the version, and whom it gives way to. */
  const after = (...all: (readonly Rule[])[]) => {
    let verdict = judged([])
    for (const rules of all) verdict = judged(rules, verdict.runs)
    return Object.fromEntries(
      Object.entries(verdict.reports).map(([id, { ver, st, of }]) => [id, [st === 'on' ? ver : 0, ...(of ? [of] : [])]]),
    )
  }
  const fans = rule('31', 1, ['102'])
  const others = rule('32', 1, ['105'])

  it('keeps running if its next version needs an output of another', () => {
    expect(after([fans, others], [fans, rule('32', 2, ['105', '102'])])).toEqual({ '31': [1], '32': [1, '31'] })
    expect(after([fans, others], [rule('31', 2, ['102', '105']), others])).toEqual({ '31': [1, '32'], '32': [1] })
  })

  it('is not put out by a new one, of a lower number either', () => {
    expect(after([others], [rule('31', 1, ['105']), others])).toEqual({ '31': [0, '32'], '32': [1] })
    // The output that it would have left is its own again.
    expect(after([fans, others], [rule('30', 1, ['105']), fans, rule('32', 2, ['102'])])).toEqual({
      '30': [0, '32'],
      '31': [1],
      '32': [1, '31'],
    })
  })

  it('changes outputs with another at one time, or both stay', () => {
    expect(after([fans, others], [rule('31', 2, ['105']), rule('32', 2, ['102'])])).toEqual({ '31': [2], '32': [2] })
    const beyond = rule('32', 2, ['102'], { maxOutput: 300 })
    const taken = rule('31', 2, ['105'])
    expect(after([fans, others], [taken, beyond])).toMatchObject({ '31': [1, '32'], '32': [1, expect.any(String)] })
  })

  it('runs its next version as soon as possible', () => {
    const wish = rule('32', 2, ['105', '102'])
    expect(after([fans, others], [fans, wish], [rule('31', 2, ['106']), wish])).toEqual({ '31': [2], '32': [2] })
    expect(after([fans, others], [fans, wish], [wish])).toEqual({ '32': [2] })
  })

  it('ends when the devices of both versions are gone', () => {
    const { runs } = judged([fans])
    expect(judged([rule('31', 2, ['105'])], runs, [temperature]).reports['31']).toMatchObject({ ver: 2, st: 'error' })
    expect(judged([rule('31', 2, ['105'])], runs, [temperature, ventilation]).reports['31']).toMatchObject({ ver: 1, st: 'on' })
  })
})
