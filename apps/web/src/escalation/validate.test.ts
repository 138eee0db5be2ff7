import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { newShift, newStep } from './escalationForm.ts'
import { remainingErrors, messageFor, validate } from './validate.ts'

const t = await translator('en-US')
const above = { shiftsOf: { id: '1', displayName: 'Farm' } }
const none = { shiftsOf: null }
const step = (of: object) => ({ ...newStep(), userIds: ['7'], ...of })
const wrong = (
  steps: ReturnType<typeof step>[],
  roster: typeof above | typeof none = none,
  shifts = [] as ReturnType<typeof newShift>[],
) => validate({ steps, shifts, version: 0 }, roster, t)

test.each([0, 59, 7201, 18_000, NaN])('a delay of %d s is marked, in the units of its field', delay =>
  expect(wrong([step({}), step({ delay })])).toEqual({ 'steps.1.delay': 'Enter a time from 1 min to 2 h.' }),
)
test.each([60, 7200])('a delay of %d s holds', delay => expect(wrong([step({ delay })])).toEqual({}))

test.each([4, 91, 12.5, NaN])('a share of %d %% of the time to danger is marked', dangerShare =>
  expect(wrong([step({ dangerShare })])).toEqual({
    'steps.0.dangerShare': t('form.range', { min: '5\u00a0%', max: '90\u00a0%' }),
  }),
)
test.each([5, 90, null])('a share of %s holds', dangerShare => expect(wrong([step({ dangerShare })])).toEqual({}))

test('what the server finds of a delay is said in the same words; of others in its own', () => {
  expect(messageFor('steps.3.delay', t)).toBe('Enter a time from 1 min to 2 h.')
  expect(messageFor('steps.3.userIds.0', t)).toBe(undefined)
})

test('whoever is on duty alone needs a roster, its own or one from above', () => {
  const onDuty = step({ userIds: [], onDuty: true })
  expect(wrong([onDuty])).toEqual({ 'steps.0.onDuty': t('invalid.noRoster') })
  expect(wrong([onDuty], above)).toEqual({})
  expect(wrong([onDuty], none, [{ ...newShift(), userId: '7' }])).toEqual({})
  expect(wrong([step({ onDuty: true })])).toEqual({})
  expect(wrong([step({ userIds: [] })])).toEqual({ 'steps.0.userIds': t('invalid.required') })
})

test('what was said stays said as long as it is so; nothing new is said meanwhile', () =>
  expect(
    remainingErrors({ 'steps.0.delay': 'old', 'steps.1.delay': 'old' }, { 'steps.0.delay': 'now', 'steps.0.userIds': 'now' }),
  ).toEqual({
    'steps.0.delay': 'now',
  }))
