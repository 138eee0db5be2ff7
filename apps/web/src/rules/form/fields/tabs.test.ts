import { expect, test } from 'vitest'
import { firstInvalidTab } from './tabs.ts'
import { alarm } from '../../values/templates.sample.ts'

test('the first tab with something wrong is opened, or with something left typed', () => {
  expect(firstInvalidTab(['eventConfiguration.title', 'inputs.lines.0'], alarm)).toBe('lines')
  expect(firstInvalidTab([], alarm, 'told')).toBe('told')
  expect(firstInvalidTab(['eventConfiguration.title'], alarm, 'lines')).toBe('lines')
  expect(firstInvalidTab(['eventConfiguration.title'], alarm, 'told')).toBe('event')
})
