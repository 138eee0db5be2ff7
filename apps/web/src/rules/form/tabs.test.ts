import { expect, test } from 'vitest'
import { firstWrong } from './tabs.ts'
import { alarm } from './templates.sample.ts'

test('the first tab with something wrong is opened, or with something left typed', () => {
  expect(firstWrong(['eventConfiguration.title', 'inputs.lines.0'], alarm)).toBe('lines')
  expect(firstWrong([], alarm, 'told')).toBe('told')
  expect(firstWrong(['eventConfiguration.title'], alarm, 'lines')).toBe('lines')
  expect(firstWrong(['eventConfiguration.title'], alarm, 'told')).toBe('event')
})
