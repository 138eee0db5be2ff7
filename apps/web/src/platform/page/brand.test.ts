import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { steading } from '../../theme/brands/steading.ts'
import { vale } from '../../theme/brands/vale.ts'
import { setDocumentTitle, applyBrand } from './brand.ts'

const page = { title: '', documentElement: { dataset: {} } }
beforeEach(() => void vi.stubGlobal('document', page))
afterEach(() => void vi.unstubAllGlobals())

test('keeps the title of the page when the brand changes', async () => {
  setDocumentTitle('Themes')
  expect(page.title).toBe(`Themes · ${steading.title}`)
  await applyBrand('vale')
  expect(page.title).toBe(`Themes · ${vale.title}`)
  setDocumentTitle('')
  expect(page.title).toBe(vale.title)
  await applyBrand('steading')
  expect(page.title).toBe(steading.title)
})
