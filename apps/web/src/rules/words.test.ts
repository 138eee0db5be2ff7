import { expect, test } from 'vitest'
import { t } from './describe/body.sample.ts'
import { categoriesOf, emptyListWord, availableOrders, takesEffectWords, templateName, shownVersionWords } from './words.ts'

test('a template is called by its name', () => {
  expect(templateName({ template: 'CYCLE_DOUBLE_THERMOSTAT' }, t)).toBe('Heating and cooling thermostat with age curve')
  expect(templateName({ template: 'FORCED_SCHEDULER' }, t)).toBe('Override schedule')
})

test('a list of one kind is narrowed to the categories of that kind', () => {
  expect(categoriesOf('SCHEDULER')).toEqual(['SCHEDULER', 'FORCED_SCHEDULER'])
  expect(categoriesOf('ALARM')).toEqual(['ALARM_WITHOUT_ACTUATION', 'ALARM_WITH_ACTUATION', 'CLOUD_ALARM'])
  expect(categoriesOf('CONTROL')).toHaveLength(6)
  expect(categoriesOf(undefined)).toHaveLength(11)
})

test('what stands there is told with its version where another one runs', () => {
  const wordsOf = (ruleVersion: number, runningVersion: number | null) => shownVersionWords({ ruleVersion, runningVersion }, t)
  expect([wordsOf(3, 3), wordsOf(3, null)]).toEqual([undefined, undefined])
  expect(wordsOf(3, 2)).toBe('Status of version 3, which is not in service; version 2 is running')
})

test('only what a smart box runs waits for its word', () => {
  const rule = { kind: 'ALARM', template: 'ALARM_WITHOUT_ACTUATION', runningVersion: null } as const
  const box = { ...rule, terminal: { id: '1', displayName: 'QPL-01', timeZone: 'UTC', connected: true, retired: false } }
  const cloud = { ...rule, terminal: null }
  const ofBox = t('deploy.hint')
  const ofCloud = t('deploy.hintCloud')
  expect(takesEffectWords([box], true, t)).toEqual([ofBox])
  expect(takesEffectWords([cloud], true, t)).toEqual([ofCloud])
  expect(takesEffectWords([box, cloud], true, t)).toEqual([ofBox, ofCloud])
})

test('of rules that leave service is said that nothing stands in for those that run', () => {
  const item = { kind: 'CONTROL', template: 'THERMOSTAT', terminal: null } as const
  const runs = { ...item, runningVersion: 1 }
  const rests = { ...item, runningVersion: null }
  const wordsOf = (...rules: (typeof runs | typeof rests)[]) => takesEffectWords(rules, false, t)
  expect(wordsOf(rests)).toEqual([])
  expect(wordsOf(runs)).toEqual(['Nothing will monitor or control in its place.'])
  expect(wordsOf(runs, rests)).toEqual(['Nothing will monitor or control in their place.'])
})

test('an alarm that runs and switches says what becomes of it, and of its event', () => {
  const siren = { kind: 'ALARM', template: 'ALARM_WITH_ACTUATION', runningVersion: 2, terminal: null } as const
  expect(takesEffectWords([siren], false, t)).toEqual([
    t('deploy.undoHint', { count: 1 }),
    t('deploy.switchesOff'),
    t('deploy.closesEvent'),
  ])
  expect(takesEffectWords([siren], true, t)).toContain(t('deploy.changeSwitchesOff'))
})

test('nothing is put in service on a smart box that was retired', () => {
  const terminal = { id: '1', displayName: 'QPL-01', timeZone: 'UTC', connected: false, retired: true }
  const rule = { ruleVersion: 2, runningVersion: null, terminal }
  expect(availableOrders({ ...rule, deploymentStatus: 'UNDEPLOYED' })).toEqual({})
  expect(availableOrders({ ...rule, deploymentStatus: 'ERROR' })).toEqual({ undeploy: 'deploy.undo' })
  expect(availableOrders({ ...rule, deploymentStatus: 'UNDEPLOYED', terminal: { ...terminal, retired: false } })).toHaveProperty(
    'deploy',
  )
})

test('who sees a house alone does not read that nothing watches it', () => {
  expect(emptyListWord('ALARM', 'FARM')).toBe('rule.none.alarm')
  expect(emptyListWord('ALARM', 'SECTOR')).toBe('rule.none.alarmSeen')
  expect(emptyListWord('CONTROL', 'SECTOR')).toBe('empty.rules')
})

test('an undeployment of a rule that was never reported to run is not offered to be taken back', () => {
  const rule = { ruleVersion: 1, deploymentStatus: 'PENDING_UNDEPLOY', terminal: null } as const
  expect(availableOrders({ ...rule, runningVersion: null })).toEqual({ deploy: 'deploy.action' })
  expect(availableOrders({ ...rule, runningVersion: 1 })).toEqual({ cancel: 'deploy.cancel' })
})
