import { globSync, readFileSync } from 'node:fs'
import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from './queries.ts'
import { write } from './write.ts'

const mutations = () => queryClient.getMutationCache().getAll()
afterEach(() => {
  onlineManager.setOnline(true)
  queryClient.getMutationCache().clear()
  vi.useRealTimers()
})

test('a write is a mutation under its key while it runs', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const answer = write(['users', 'edit'], (name: string) => promise.then(end => name + end), 'Ana')
  expect(mutations().map(({ options, state }) => [options.mutationKey, state.variables])).toEqual([[['users', 'edit'], 'Ana']])
  resolve('!')
  expect(await answer).toBe('Ana!')
})

test('a write fails at once without a connection, with the error of its call', async () => {
  onlineManager.setOnline(false)
  const call = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('no line')))
  await expect(write(['users', 'edit'], call, undefined)).rejects.toThrow('no line')
  expect(call).toHaveBeenCalledTimes(1)
})

test('a finished write leaves the cache', async () => {
  vi.useFakeTimers()
  await write(['users', 'password'], (password: string) => Promise.resolve(password.length), 'secret')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(mutations()).toEqual([])
})

/** Calls of the session itself, streams, an error report, and reads that need a body. */
const notWrites = new Set([
  'login',
  'tokenLogin',
  'setup',
  'extend',
  'logout',
  'followLink',
  'linked',
  'rehearse',
  'lastAggregate',
  'reportError',
])

test('every call that changes something goes through a write', () => {
  const contract = globSync('packages/contract/src/**/*.ts').map(file => readFileSync(file, 'utf8'))
  const routes = contract.flatMap(code => [...code.matchAll(/(\w+): \{\s*method: '(\w+)'/g)])
  const reads = new Set(routes.filter(([, , method]) => method === 'GET').map(([, name]) => name!))
  const writes = routes.map(([, name]) => name!).filter(name => !reads.has(name) && !notWrites.has(name))
  const sources = globSync('apps/web/src/**/*.{ts,tsx}', { exclude: ['**/*.test.ts'] }).map(file => [
    file,
    readFileSync(file, 'utf8'),
  ])
  const clients = new Set(
    sources.flatMap(([, code]) => [...code!.matchAll(/const (\w+) = (?:api\(|\{.*\bapi\()/g)].map(([, name]) => name!)),
  )
  expect(clients.size).toBeGreaterThan(3)
  expect(writes).toContain('create')
  const direct = new RegExp(`\\b(?:${[...clients].join('|')})(?:\\.\\w+)?\\.(?:${writes.join('|')})\\(`, 'g')
  expect(sources.flatMap(([file, code]) => [...code!.matchAll(direct)].map(([call]) => `${file}: ${call}`))).toEqual([])
})
