import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { openerOf } from './words.ts'

test('who opened an event is said once: a rule whose name is the title is only called a rule', async () => {
  const t = await translator('en-US')
  const event = { createdBy: null, ruleName: 'Ammonia too high', title: 'Ammonia too high' }
  expect(openerOf(event, t)).toBe('Rule')
  expect(openerOf({ ...event, title: 'Air out' }, t)).toBe('Ammonia too high')
  expect(openerOf({ ...event, ruleName: null }, t)).toBe('System')
  expect(openerOf({ ...event, createdBy: { userId: '1', shortName: 'Rui' } }, t)).toBe('Rui')
})
