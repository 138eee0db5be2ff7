import { expect, test } from 'vitest'
import { t } from './body.sample.ts'
import { categoriesOf, takesEffectWords, templateName, versionShown } from './words.ts'

test('a template is called by its name', () => {
  expect(templateName({ template: 'CYCLE_DOUBLE_THERMOSTAT' }, t)).toBe('Heating and cooling thermostat with age curve')
  expect(templateName({ template: 'FORCED_SCHEDULER' }, t)).toBe('Forced scheduler')
})

test('a list of one kind is narrowed to the categories of that kind', () => {
  expect(categoriesOf('SCHEDULER')).toEqual(['SCHEDULER', 'FORCED_SCHEDULER'])
  expect(categoriesOf('ALARM')).toEqual(['ALARM_WITHOUT_ACTUATION', 'ALARM_WITH_ACTUATION', 'CLOUD_ALARM'])
  expect(categoriesOf('CONTROL')).toHaveLength(6)
  expect(categoriesOf(undefined)).toHaveLength(11)
})

test('what stands there is told with its version where another one runs', () => {
  const said = (ruleVersion: number, runningVersion: number | null) => versionShown({ ruleVersion, runningVersion }, t)
  expect([said(3, 3), said(3, null)]).toEqual([undefined, undefined])
  expect(said(3, 2)).toBe('Of version 3, which is not in service; version 2 runs')
})

test('only what a smart box runs waits for its word', () => {
  const box = { terminal: { id: '1', displayName: 'QPL-01', timeZone: 'UTC', connected: true } }
  const [ofBox, ofCloud] = [t('deploy.hint'), t('deploy.hintCloud')]
  expect(takesEffectWords([box], true, t)).toEqual([ofBox])
  expect(takesEffectWords([{ terminal: null }], true, t)).toEqual([ofCloud])
  expect(takesEffectWords([box, { terminal: null }], true, t)).toEqual([ofBox, ofCloud])
  expect(takesEffectWords([box], false, t)).toEqual([t('deploy.undoHint')])
})
