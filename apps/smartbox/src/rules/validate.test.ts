import { canonical } from '@steading/contract/box'
import type { Configuration } from '@steading/contract/box'
import { expect, it } from 'vitest'
import { door, proportional, temperature, ventilation } from '../../test/specs.ts'
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
