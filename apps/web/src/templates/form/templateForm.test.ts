import fc from 'fast-check'
import { expect, test } from 'vitest'
import { copyName } from './templateForm.ts'

const written = (name: string) => `${name} (copy)`

test('names a copy within the maximum length', () => {
  expect(copyName('House cooling', written)).toBe('House cooling (copy)')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 90 }), name => {
      const made = copyName(name, written)
      expect(made.length).toBeLessThanOrEqual(50)
      expect(made).toMatch(/\(copy\)$/)
      expect(made.isWellFormed()).toBe(true)
    }),
  )
})
