import { expect, test } from 'vitest'
import { t } from './body.sample.ts'
import { templateName } from './words.ts'

test('a template is called by its name, one that is not known by the kind of its rules', () => {
  expect(templateName({ template: 'CYCLE_DOUBLE_THERMOSTAT', kind: 'CONTROL' }, t)).toBe(
    'Heating and cooling thermostat with age curve',
  )
  expect(templateName({ template: 'FORCED_SCHEDULER', kind: 'SCHEDULER' }, t)).toBe('Forced scheduler')
  expect(templateName({ template: 'NEWER', kind: 'ALARM' }, t)).toBe('Alarm')
})
