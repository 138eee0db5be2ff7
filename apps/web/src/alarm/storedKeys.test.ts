import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetKey, keepKey, keptDrill, keptKey } from './storedKeys.ts'

const storage = (): Storage => {
  const entries = new Map<string, string>()
  const of = {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => void entries.set(name, value),
    removeItem: (name: string) => void entries.delete(name),
  }
  return of as unknown as Storage // safe: what remember.ts asks of it
}
const aTab = (localStorage: Storage) => vi.stubGlobal('window', { localStorage, sessionStorage: storage() })

let onDevice: Storage
beforeEach(() => {
  onDevice = storage()
  aTab(onDevice)
  vi.useFakeTimers({ now: Date.UTC(2026, 6, 6, 10) })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a link that was opened on this device opens again in any of its tabs; each tab reloads its own', () => {
  keepKey('secret.7', 'key of 7')
  aTab(onDevice)
  expect(keptKey('')).toBeUndefined()
  expect(keptKey('secret.8')).toBeUndefined()
  expect(keptKey('secret.7')).toBe('key of 7')
  keepKey('other.8', 'key of 8')
  expect(keptKey('')).toBe('key of 8')
  expect(keptKey('secret.7')).toBe('key of 7')
  expect(keptKey('')).toBe('key of 7')
  expect(onDevice.getItem('steading.alarms')).not.toContain('secret')
})

test('the answer page hands its key over, as if the link had been opened here', () => {
  const key = 'k'.repeat(43)
  expect(keptKey(`key.${key}.7`)).toBe(key)
  expect(keptKey('')).toBe(key)
  aTab(onDevice)
  expect(keptKey('secret.7')).toBe(key)
  expect(keptKey('key.short.8')).toBeUndefined()
})

test('a key is forgotten when its day is over, or when it is refused', () => {
  keepKey('secret.7', 'key of 7')
  keepKey('other.8', 'key of 8')
  forgetKey('key of 8')
  expect(keptKey('other.8')).toBeUndefined()
  vi.advanceTimersByTime(86_400_000)
  expect(keptKey('secret.7')).toBeUndefined()
  forgetKey('key of 7')
  expect(onDevice.getItem('steading.alarms')).toBeNull()
})

test('what cannot be read is nothing', () => {
  onDevice.setItem('steading.alarms', '{')
  expect(keptKey('secret.7')).toBeUndefined()
})

test('the link of a drill outlives a reload of its tab, and no more than that', () => {
  expect(keptDrill('')).toBe('')
  expect(keptDrill('secret.7')).toBe('secret.7')
  expect(keptDrill('')).toBe('secret.7')
  aTab(onDevice)
  expect(keptDrill('')).toBe('')
})
