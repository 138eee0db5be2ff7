import axe from 'axe-core'
import { expect } from 'vitest'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Nothing of an element keeps anybody out. */
export async function isClean(element: Element): Promise<void> {
  // A dialog refers to its title a moment after it is there.
  const hasName = () => element.hasAttribute('aria-labelledby') || element.hasAttribute('aria-label')
  if (element.getAttribute('role') === 'dialog') await expect.poll(hasName).toBe(true)
  const { violations } = await axe.run(element, {
    runOnly: TAGS,
    resultTypes: ['violations'],
    iframes: false,
    // They are rules of a whole page, which a piece of one cannot keep.
    rules: { region: { enabled: false }, 'heading-order': { enabled: false } },
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(', ')}`)).toEqual([])
}
