import { expect, test } from 'vitest'
import { type Chunk, isStyle } from './closure.ts'
import { needsOf, usesOf } from './splitTexts.ts'

const chunk = (fileName: string, more: Partial<Chunk>): Chunk => ({
  fileName,
  imports: [],
  moduleIds: [`src/${fileName}`],
  code: '',
  isEntry: false,
  isDynamicEntry: false,
  facadeModuleId: null,
  ...more,
})
const chunks = [
  chunk('entry.js', { isEntry: true, imports: ['core.js'], code: `t('nav.home')` }),
  chunk('core.js', { code: `t("ui.save")` }),
  chunk('login.js', {
    isDynamicEntry: true,
    facadeModuleId: 'src/Login.tsx',
    imports: ['core.js', 'form.js'],
    code: `t('login.do')`,
  }),
  chunk('rule.js', {
    isDynamicEntry: true,
    facadeModuleId: 'src/Rule.tsx',
    imports: ['form.js', 'style.js'],
    code: `t('rule.name')`,
  }),
  chunk('dialog.js', { isDynamicEntry: true, imports: ['core.js'], code: `t('ui.save')` }),
  chunk('form.js', { imports: ['core.js'], code: `t('form.wrong')` }),
  chunk('style.js', { moduleIds: ['src/rule.css'] }),
]
const keys = ['nav.home', 'ui.save', 'login.do', 'rule.name', 'form.wrong']

test('the start has the texts of the entry and of the first pages with all that they import', () => {
  const { start } = usesOf(chunks, keys, module => module.endsWith('Login.tsx'))
  expect([...start].toSorted()).toEqual(['form.wrong', 'login.do', 'nav.home', 'ui.save'])
})

test('a chunk that is imported on demand uses its own texts and those of what it imports', () => {
  const uses = usesOf(chunks, keys, () => false).chunks
  expect([...uses.keys()]).toEqual(['login.js', 'rule.js', 'dialog.js'])
  expect([...uses.get('rule.js')!].toSorted()).toEqual(['form.wrong', 'rule.name', 'ui.save'])
})

test('a chunk without modules hands on another, and is no style', () => {
  expect(isStyle({ moduleIds: [] })).toBe(false)
  expect(isStyle({ moduleIds: ['src/rule.css'] })).toBe(true)
})

test('a chunk needs the scripts that it imports beyond the entry, without those of styles', () => {
  expect(needsOf(chunks, { needs: { 'rule.js': [3] } })).toEqual({
    scripts: ['form.js'],
    needs: { 'login.js': [[0], []], 'rule.js': [[0], [3]] },
  })
})
