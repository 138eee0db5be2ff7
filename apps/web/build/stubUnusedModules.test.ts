import { expect, test } from 'vitest'
import { exportsOf, withoutSummaries } from './stubUnusedModules.ts'

test('every export of a module keeps its name', () => {
  const code = `import { a } from './a.js'
export const first = (x) => ({ export: x })
export function second() {}
  export const inner = 1
const third = 3, fourth = 4
export { third, fourth as last }
export { second as again };`
  expect(exportsOf(code)).toEqual(['first', 'second', 'third', 'last', 'again'])
  expect(exportsOf('export default function en() {}')).toEqual(['default'])
})

test('a route keeps all but its summary', () => {
  const code = `  search: {
    method: 'GET',
    summary: 'Interfaces, paged; \\'all\\'',
    access: 'interfaces.read', // summary: 'stays'
  },
  last: {
    summary:
      "The interface's last value",
    access: 'link',
  },
`
  expect(withoutSummaries(code)).toBe(`  search: {
    method: 'GET',
    access: 'interfaces.read', // summary: 'stays'
  },
  last: {
    access: 'link',
  },
`)
})
