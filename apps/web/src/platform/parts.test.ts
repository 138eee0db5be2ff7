import { expect, test } from 'vitest'
import { part } from './parts.ts'

const never = new AbortController().signal
const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

/** A download that fails as often as said, over a line that is or is not there. */
function stage({ fails, online }: { fails: number; online: boolean }) {
  const said: string[] = []
  let left = fails
  const one = part(
    () => {
      said.push('load')
      return (left -= 1) < 0 ? Promise.resolve('here') : lost()
    },
    {
      answers: () => Promise.resolve(online),
      back: gone => {
        said.push('wait')
        return gone.aborted ? Promise.reject(gone.reason) : Promise.resolve()
      },
    },
  )
  return { one, said }
}

test('a part is fetched once, also by two who want it at the same time', async () => {
  const { one, said } = stage({ fails: 0, online: true })
  expect(one.here()).toBeUndefined()
  expect(await Promise.all([one.arrive(never), one.fetch()])).toEqual(['here', 'here'])
  expect(await one.arrive(never)).toBe('here')
  expect([one.here(), said]).toEqual(['here', ['load']])
})

test('without a connection it waits for it, as often as it takes', async () => {
  const { one, said } = stage({ fails: 3, online: false })
  expect(await one.arrive(never)).toBe('here')
  expect(said).toEqual(['load', 'wait', 'load', 'wait', 'load', 'wait', 'load'])
})

test('one break of the line is got over; a part that the server does not have is told', async () => {
  expect(await stage({ fails: 1, online: true }).one.arrive(never)).toBe('here')
  const { one, said } = stage({ fails: 9, online: true })
  await expect(one.arrive(never)).rejects.toThrow('Failed to fetch')
  expect(said).toEqual(['load', 'load'])
})

test('who has left waits no longer', async () => {
  const { one, said } = stage({ fails: 9, online: false })
  const leaving = new AbortController()
  leaving.abort()
  await expect(one.arrive(leaving.signal)).rejects.toThrow('aborted')
  expect(said).toEqual(['load'])
})
