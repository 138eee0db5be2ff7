import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTranslator, showLanguage } from '../textFiles.ts'
import { filesFirst } from './fetchThenImport.ts'

const START = { texts: {}, parts: ['one.json'], scripts: ['needed.js'], needs: { 'page.js': [[], [0]], 'form.js': [[0], []] } }

beforeEach(async () => {
  vi.stubEnv('DEV', false)
  vi.stubGlobal('document', { querySelector: () => ({ content: 'en-US start-en.json, fr-FR start.json' }) })
  server({ '/start.json': [START] })
  await loadTranslator('fr-FR')
  showLanguage('fr-FR')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

/** A server that gives each path these answers, one after the other: a status, a content or an error. */
function server(answers: Readonly<Record<string, readonly (number | object)[]>>) {
  const asked: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    const answer = answers[path]![asked.filter(one => one === path).length]!
    asked.push(path)
    if (answer instanceof Error) return Promise.reject(answer)
    return Promise.resolve(typeof answer === 'number' ? new Response('', { status: answer }) : Response.json(answer))
  })
  return asked
}

test('imports after all files are fetched, and retries only the failed ones', async () => {
  const asked = server({ '/a.js': [200], '/b.js': [new TypeError('no line'), 502, 200] })
  const load = vi.fn<() => Promise<string>>(() => Promise.resolve('part'))
  const files = ['a.js', 'b.js']
  await expect(filesFirst(load, files)).rejects.toThrow('no line')
  await expect(filesFirst(load, files)).rejects.toThrow('502')
  expect(load).not.toHaveBeenCalled()
  expect(await Promise.all([filesFirst(load, files), filesFirst(load, files)])).toEqual(['part', 'part'])
  expect(asked.toSorted()).toEqual(['/a.js', '/b.js', '/b.js', '/b.js'])
})

test('imports after the scripts are fetched that the files need', async () => {
  const asked = server({ '/form.js': [200], '/needed.js': [503, 200] })
  const load = vi.fn<() => Promise<string>>(() => Promise.resolve('part'))
  await expect(filesFirst(load, ['form.js'])).rejects.toThrow('503')
  expect(load).not.toHaveBeenCalled()
  expect(await filesFirst(load, ['form.js'])).toBe('part')
  expect(asked).toEqual(['/form.js', '/needed.js', '/needed.js'])
})

test('imports after the texts are fetched that the files use', async () => {
  const asked = server({ '/page.js': [200], '/one.json': [503, { 'ui.save': 'Enregistrer' }] })
  const load = vi.fn<() => Promise<string>>(() => Promise.resolve('part'))
  await expect(filesFirst(load, ['page.js'])).rejects.toThrow('503')
  expect(load).not.toHaveBeenCalled()
  expect(await filesFirst(load, ['page.js'])).toBe('part')
  expect(asked).toEqual(['/page.js', '/one.json', '/one.json'])
  expect((await loadTranslator('fr-FR'))('ui.save')).toBe('Enregistrer')
})
