import type { Language } from '@steading/locales/languages'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Start } from './startFile.ts'
import { createTextFiles } from './textFiles.ts'

/** Files of the parts that the server has; `status` of those that it answers with. */
let parts: Record<string, unknown>
let asked: string[]
let status: number

beforeEach(() => {
  asked = []
  status = 200
  parts = {
    '/en/0': { 'user.access': 'Access' },
    '/en/1': { 'user.address': 'Address' },
    '/de/0': { 'user.access': 'Zugriff' },
    '/de/1': { 'user.address': 'Adresse' },
  }
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    return Promise.resolve(Response.json(parts[path], { status }))
  })
})
afterEach(() => void vi.unstubAllGlobals())

const scripts = ['core.js', 'form.js']
const needs: Start['needs'] = {
  'rule.js': [[1], [0]],
  'user.js': [[], [1]],
  'both.js': [
    [0, 1],
    [0, 1],
  ],
}
const open = () =>
  createTextFiles((language: Language) => {
    const short = language.slice(0, 2)
    return Promise.resolve({ texts: { 'ui.save': `Save ${short}` }, parts: [`${short}/0`, `${short}/1`], scripts, needs })
  })

test('a script comes with its texts, each part fetched once', async () => {
  const files = open()
  const t = await files.loadTranslator('en-US')
  expect(t('ui.save')).toBe('Save en')
  expect(() => t('user.access')).toThrow('the text user.access is not loaded in en-US')
  await files.loadTextsOf(['core.js', 'rule.js'])
  expect(t('user.access')).toBe('Access')
  await Promise.all([files.loadTextsOf(['both.js']), files.loadTextsOf(['user.js'])])
  expect(t('user.address')).toBe('Address')
  expect(asked).toEqual(['/en/0', '/en/1'])
})

test('another language comes with the texts of all loaded scripts', async () => {
  const files = open()
  await files.loadTranslator('en-US')
  await files.loadTextsOf(['rule.js'])
  const t = await files.loadTranslator('de-DE')
  expect(t('user.access')).toBe('Zugriff')
  files.showLanguage('de-DE')
  await files.loadTextsOf(['user.js'])
  expect(t('user.address')).toBe('Adresse')
  expect(asked).toEqual(['/en/0', '/de/0', '/de/1'])
})

test('the start of a language comes without the texts of scripts', async () => {
  const files = open()
  await files.loadTranslator('en-US')
  await files.loadTextsOf(['both.js'])
  expect((await files.loadStart('de-DE'))('ui.save')).toBe('Save de')
  expect(asked).toEqual(['/en/0', '/en/1'])
})

test('a script that comes while the language changes has its texts in the new one', async () => {
  const files = open()
  await files.loadTranslator('en-US')
  const t = await files.loadTranslator('de-DE')
  const loading = files.loadTextsOf(['rule.js'])
  files.showLanguage('de-DE')
  await loading
  expect(t('user.access')).toBe('Zugriff')
})

test('a part that did not come is fetched again', async () => {
  const files = open()
  const t = await files.loadTranslator('en-US')
  status = 503
  await expect(files.loadTextsOf(['rule.js'])).rejects.toThrow('503')
  status = 200
  await files.loadTextsOf(['rule.js'])
  expect(t('user.access')).toBe('Access')
  expect(asked).toEqual(['/en/0', '/en/0'])
})

test('a script names those that it needs', async () => {
  const files = open()
  await files.loadTranslator('en-US')
  expect(await files.scriptsNeededBy(['both.js', 'user.js', 'core.js'])).toEqual(['core.js', 'form.js'])
})
