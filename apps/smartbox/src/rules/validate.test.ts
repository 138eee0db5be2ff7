import { canonical } from '@steading/contract/box'
import type { Configuration } from '@steading/contract/box'
import { describe, expect, it } from 'vitest'
import { door, hot, proportional, temperature, ventilation } from '../../test/specs.ts'
import { hashOf } from './parts.ts'
import { validate } from './validate.ts'

/** What is said of these rules by a box with these interfaces. */
const said = (bodies: Record<string, object | string>, ifs: Configuration['ifs'] = [temperature, ventilation, door]) => {
  const texts = Object.fromEntries(
    Object.entries(bodies).map(([id, body]) => [id, typeof body === 'string' ? body : canonical(body)]),
  )
  const rules = Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, { ver: 1, hash: hashOf(text) }]))
  return validate({ v: 1, uid: 'k3jq9ztr5fa0x7', rev: 1, rules, ifs, failsafe: {} }, texts).reports
}

it('says by a code why it leaves a rule out, and what that is about', () => {
  const sound = proportional()
  expect(said({ '31': sound })['31']).toMatchObject({ st: 'on' })
  expect(said({ '31': sound, '32': { ...sound, id: '32' } })['32']).toMatchObject({ st: 'error', why: 'inUse', of: '31' })
  expect(said({ '31': sound }, [ventilation])['31']).toMatchObject({ why: 'interface', of: temperature.id })
  expect(said({ '31': sound }, [{ ...temperature, type: 'STRING' }, ventilation])['31']).toMatchObject({
    why: 'type',
    of: temperature.id,
  })
  expect(said({ '31': sound }, [temperature, { ...ventilation, dir: 'IN' }])['31']).toMatchObject({
    why: 'output',
    of: ventilation.id,
  })
  expect(said({ '31': sound }, [temperature, { ...ventilation, max: 50 }])['31']).toMatchObject({
    why: 'range',
    of: ventilation.id,
  })
  expect(said({ '31': { ...sound, version: 2 } })['31']).toMatchObject({ why: 'version' })
  expect(said({ '31': { ...sound, template: 'NOT_YET' } })['31']).toMatchObject({ why: 'template' })
  expect(said({ '31': 'no JSON' })['31']).toMatchObject({ why: 'body' })
  expect(said({ '31': sound }, [ventilation])['31']).toHaveProperty('err', `unknown interface ${temperature.id}`)
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
  const states = (bodies: Record<string, object>) => Object.entries(said(bodies)).map(([id, { st, of }]) => [id, of ?? st])

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

  it('write what the output takes', () => {
    expect(said({ '40': schedule('SCHEDULER', '40', 101) })['40']).toMatchObject({ why: 'range', of: '102' })
    expect(said({ '50': alarm('50', 101) })['50']).toMatchObject({ why: 'range', of: '102' })
  })
})
