import { AlarmPlanContent, EMPTY_PLAN } from '@steading/contract/protection/alarmPlan'
import { expect, test } from 'vitest'
import { fieldOf, toContent, toFormValues } from './planForm.ts'

const own: AlarmPlanContent = {
  ...EMPTY_PLAN,
  instructions: [{ planCategory: 'POWER', text: 'Start the generator' }],
  siren: 'Gable end',
  testIntervals: [{ path: 'SIREN', days: 14 }],
}

test('a plan that is opened and saved stays as it was', () => {
  const { version, ...values } = toFormValues({ own, version: 3 })
  expect(version).toBe(3)
  expect(AlarmPlanContent.parse(toContent(values))).toEqual(own)
})

test('an emptied instruction is left out, so that it is inherited', () => {
  const { version: _version, ...values } = toFormValues({ own, version: 3 })
  expect(toContent({ ...values, texts: { ...values.texts, POWER: '  ' } }).instructions).toEqual([])
})

test('an error of the server stands at the entry of its category or path', () => {
  const values = toFormValues({ own, version: 3 })
  expect(
    ['content.instructions.0.text', 'content.testIntervals.0.days', 'content.siren'].map(field => fieldOf(field, values)),
  ).toEqual(['texts.POWER', 'intervals.SIREN', 'siren'])
})
