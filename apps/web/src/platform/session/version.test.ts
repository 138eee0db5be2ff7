import { expect, test, vi } from 'vitest'
import { followVersion, isNewer, offeredVersion, offerVersion, release, reloadForVersion, takeOfferedVersion } from './version.ts'

test.each([
  ['3.5.92', '3.5.91', true],
  ['3.5.91', '3.5.91', false],
  ['3.5.9', '3.5.91', false],
  ['3.10.0', '3.9.9', true],
  ['4', '3.5.91', true],
  ['3.5', '3.5.0', false],
  ['next', '3.5.91', false],
  ['', '3.5.91', false],
])('%s is newer than %s: %s', (version, than, newer) => expect(isNewer(version, than)).toBe(newer))

test.each([
  [
    { version: '3.5.91', date: '2026-11-20' },
    { version: '3.5.91', date: '2026-11-20' },
  ],
  [
    { version: '3.5.91', date: 'soon' },
    { version: '3.5.91', date: undefined },
  ],
  [{}, undefined],
])('%j at the server is read as the release %j', async (meta, read) => {
  vi.stubGlobal('fetch', async () => Response.json(meta))
  release.set(undefined)
  await followVersion()
  expect(release.get()).toEqual(read)
  vi.unstubAllGlobals()
})

/** A tab with its storage, and a server whose version a test changes. */
function stubServer() {
  const stored = new Map<string, string>()
  const sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  vi.stubGlobal('window', { sessionStorage })
  const server = { version: '3.0.0' }
  vi.stubGlobal('fetch', async () => Response.json({ version: server.version }))
  return server
}

test('a page that stays open reloads once for each newer version', async () => {
  const server = stubServer()
  const reload = vi.fn<() => void>()
  await reloadForVersion(reload)
  expect(reload).not.toHaveBeenCalled()
  server.version = '99.0.0'
  await reloadForVersion(reload)
  await reloadForVersion(reload)
  expect(reload).toHaveBeenCalledTimes(1)
  vi.unstubAllGlobals()
})

test('an open page offers a newer version, and the next navigation loads it once', async () => {
  const server = stubServer()
  const reload = vi.fn<() => void>()
  await offerVersion()
  takeOfferedVersion(reload)
  expect([offeredVersion.get(), reload.mock.calls.length]).toEqual([undefined, 0])
  server.version = '99.0.0'
  await offerVersion()
  expect([offeredVersion.get(), reload.mock.calls.length]).toEqual(['99.0.0', 0])
  takeOfferedVersion(reload)
  takeOfferedVersion(reload)
  await expect.poll(() => reload.mock.calls.length).toBe(1)
  // A cache that goes on giving the old screens: it is not offered again.
  await offerVersion()
  expect(offeredVersion.get()).toBeUndefined()
  vi.unstubAllGlobals()
})
