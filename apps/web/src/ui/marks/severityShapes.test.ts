import { expect, test } from 'vitest'
import { worseOf } from './severityShapes.ts'

test('the worse of two severities counts, and any before none', () => {
  expect(worseOf('LOW', 'MAJOR')).toBe('MAJOR')
  expect(worseOf('CRITICAL', 'MAJOR')).toBe('CRITICAL')
  expect(worseOf(null, 'LOW')).toBe('LOW')
  expect(worseOf(null, null)).toBeNull()
})
