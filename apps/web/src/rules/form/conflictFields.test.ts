import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { cloudRule } from '../values/rule.sample.ts'
import { conflictFields } from './conflictFields.ts'

const t = await translator('en-US')
const line = { interfaceId: '1', logicOperator: 'GREATER', inputValue: 26 }
const withLines = (...lines: readonly object[]) => ({ ...cloudRule, inputs: [{ id: 'lines', value: lines }] })

test('what somebody else saved of the conditions is said in words', () => {
  const found = conflictFields(withLines(line), withLines({ ...line, inputValue: 28 }, line), t)
  expect(found.map(field => [field.label, field.value.replaceAll('\u00a0', ' ')])).toEqual([
    [
      'Conditions',
      'T · House above 28.0 °C for 10 min, one notification only; T · House above 26.0 °C for 10 min, one notification only',
    ],
  ])
})
