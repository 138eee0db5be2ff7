import { expect, test } from 'vitest'
import { pageFiles } from './preloads.ts'

const chunk = (fileName: string, imports: readonly string[], css: readonly string[] = []) => ({
  fileName,
  imports: [...imports],
  viteMetadata: { importedCss: new Set(css) },
})

test('a page preloads what it imports beyond the entry, each file once', () => {
  const entry = chunk('entry.js', ['core.js'], ['core.css'])
  const page = chunk('page.js', ['core.js', 'form.js', 'list.js'])
  const chunks = [
    entry,
    page,
    chunk('core.js', []),
    chunk('form.js', ['fields.js'], ['form.css']),
    chunk('list.js', ['fields.js'], ['core.css']),
    chunk('fields.js', ['form.js']),
    chunk('other.js', []),
  ]
  expect(pageFiles(chunks, page, [entry])).toEqual(['page.js', 'form.js', 'form.css', 'list.js', 'fields.js'])
})
