import { afterEach, expect, test, vi } from 'vitest'
import { filesFirst } from './fetchThenImport.ts'

afterEach(() => void vi.unstubAllGlobals())

/** A server that gives each path these answers, one after the other. */
function server(answers: Readonly<Record<string, readonly (number | Error)[]>>) {
  const asked: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    const answer = answers[path]![asked.filter(one => one === path).length]!
    asked.push(path)
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(new Response('', { status: answer }))
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
