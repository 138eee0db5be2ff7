import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { steading } from '../theme/brands/steading.ts'
import { vale } from '../theme/brands/vale.ts'
import { entitle, wear } from './brand.ts'

const page = { title: '', documentElement: { dataset: {} } }
beforeEach(() => void vi.stubGlobal('document', page))
afterEach(() => void vi.unstubAllGlobals())

test('a page keeps its title when it puts on a brand, and gives it back when it is left', async () => {
  entitle('Themes')
  expect(page.title).toBe(`Themes · ${steading.title}`)
  await wear('vale')
  expect(page.title).toBe(`Themes · ${vale.title}`)
  entitle('')
  expect(page.title).toBe(vale.title)
  await wear('steading')
  expect(page.title).toBe(steading.title)
})
