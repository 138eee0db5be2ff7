import { expect, test } from 'vitest'
import { lazyModule } from './lazyModule.ts'

const never = new AbortController().signal
const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

/** A download that fails as often as said, over a line that is or is not there. */
function stage({ fails, online }: { fails: number; online: boolean }) {
  const log: string[] = []
  let left = fails
  const one = lazyModule(
    () => {
      log.push('load')
      return (left -= 1) < 0 ? Promise.resolve('here') : lost()
    },
    {
      answers: () => Promise.resolve(online),
      reconnected: gone => {
        log.push('wait')
        return gone.aborted ? Promise.reject(gone.reason) : Promise.resolve()
      },
    },
  )
  return { one, log }
}

test('loads a module once for two concurrent callers', async () => {
  const { one, log } = stage({ fails: 0, online: true })
  expect(one.current()).toBeUndefined()
  expect(await Promise.all([one.load(never), one.fetch()])).toEqual(['here', 'here'])
  expect(await one.load(never)).toBe('here')
  expect([one.current(), log]).toEqual(['here', ['load']])
})

test('waits for the connection while offline', async () => {
  const { one, log } = stage({ fails: 3, online: false })
  expect(await one.load(never)).toBe('here')
  expect(log).toEqual(['load', 'wait', 'load', 'wait', 'load', 'wait', 'load'])
})

test('retries once online, then throws', async () => {
  expect(await stage({ fails: 1, online: true }).one.load(never)).toBe('here')
  const { one, log } = stage({ fails: 9, online: true })
  await expect(one.load(never)).rejects.toThrow('Failed to fetch')
  expect(log).toEqual(['load', 'load'])
})

test('stops waiting when aborted', async () => {
  const { one, log } = stage({ fails: 9, online: false })
  const leaving = new AbortController()
  leaving.abort()
  await expect(one.load(leaving.signal)).rejects.toThrow('aborted')
  expect(log).toEqual(['load'])
})
