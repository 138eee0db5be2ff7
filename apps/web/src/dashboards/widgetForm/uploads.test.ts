import { expect, test } from 'vitest'
import { uniqueName } from './uploads.ts'

test('a picture keeps its name and its ending beside the mark', () => {
  expect(uniqueName('barn.plan.png', 'a1')).toBe('barn.plan-a1.png')
  expect(uniqueName('barn', 'a1')).toBe('barn-a1')
  expect(uniqueName('.png', 'a1')).toBe('.png-a1')
})

test('a long name is cut before its mark', () => {
  const name = uniqueName(`${'x'.repeat(300)}.webp`, 'a1')
  expect(name.length).toBeLessThan(255)
  expect(name).toMatch(/^x+-a1\.webp$/)
})
