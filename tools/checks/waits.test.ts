import { expect, test } from 'vitest'
import { waitProblems } from './waits.ts'

const SLEEP = 'await new Promise(done => setTimeout(done, 500))'

test.each([SLEEP, 'await page.waitForTimeout(500)', 'window.setTimeout(go, 500)'])(
  'a test may not wait by a timer of the system: %s',
  text => {
    expect(waitProblems([{ path: 'farms/farms.test.ts', text }], {})).toEqual([
      'farms/farms.test.ts: 1 timers of the system, 0 allowed: wait for a state, or move a clock',
    ])
  },
)

test('a listed timer passes while it is needed', () => {
  const allowed = { 'farms/farms.test.ts': { timers: 1 } }
  expect(waitProblems([{ path: 'farms/farms.test.ts', text: SLEEP }], allowed)).toEqual([])
  expect(waitProblems([{ path: 'farms/farms.test.ts', text: '' }], allowed)).toEqual([
    'farms/farms.test.ts: 0 timers of the system, 1 allowed: take them off the list',
  ])
})

test('tests that judge real time and programs may have timers', () => {
  const timed = { path: 'farms/timed.test.ts', text: `// @module-tag timed\n${SLEEP}` }
  expect(waitProblems([timed, { path: 'farms/farms.ts', text: SLEEP }], {})).toEqual([])
})

test('the timer of a socket and a faked timer are none of the system', () => {
  const text = `socket.setTimeout(100, end)\nvi.useFakeTimers({ toFake: ['setTimeout'] })`
  expect(waitProblems([{ path: 'farms/farms.test.ts', text }], {})).toEqual([])
})

test('what tests share may not wait by a timer of the system', () => {
  expect(waitProblems([{ path: 'apps/server/test/farms.ts', text: SLEEP }], {})).toHaveLength(1)
})

test('an upper bound of real time stands in a test that is tagged so', () => {
  const body = `async () => {\n  expect(performance.now() - began).toBeLessThan(300)\n})\n`
  const problems = (title: string) => waitProblems([{ path: 'farms/farms.test.ts', text: `test('sows', ${title}${body}` }], {})
  expect(problems('')).toEqual([
    'farms/farms.test.ts: «performance.now() - began).toBeLessThan(300)» judges real time: look at a state, or tag the test timed',
  ])
  expect(problems("{ tags: ['timed'] }, ")).toEqual([])
})

test.each([
  'test("sows", async () => {\n}, 60_000)',
  'expect.poll(count, { timeout: 5000 })',
  'expect.poll(count, { timeout: 900 })',
  "page.waitForSelector('sow', { timeout: 500 })",
  'page.setDefaultTimeout(30_000)',
  "expect(await line.hear('dn/cmd', 200)).toBeNull()",
  "await eventually('it sows', state, isSown, 120)",
  "await eventually(\n  'it sows',\n  async () => (await state(one(2))).at(0),\n  found => found,\n  150,\n)",
])('a test may not name the limit of a wait in numbers: %s', text => {
  expect(waitProblems([{ path: 'farms/farms.test.ts', text }], {})).toEqual([
    expect.stringMatching(/^farms\/farms\.test\.ts: the limit «.*» in numbers: leave it out, or take it from PATIENCE$/),
  ])
})

test('a limit of PATIENCE and a short setting of what is tested pass', () => {
  const text = `expect.poll(count, { timeout: PATIENCE.poll })\nmake({ port, timeout: 300 })`
  expect(waitProblems([{ path: 'farms/farms.test.ts', text }], {})).toEqual([])
})

test('a wait may not give up after a second', () => {
  const problems = (text: string) => waitProblems([{ path: 'farms/farms.test.ts', text }], {})
  expect(problems('await vi.waitFor(() => expect(sows(1, 2)).toBe(3))')).toEqual([
    'farms/farms.test.ts: «vi.waitFor(() => expect(sows(1, 2)).toBe(3))» gives up after a second: use expect.poll',
  ])
  expect(problems('await vi.waitUntil(() => isSown(), { timeout: PATIENCE.poll })')).toEqual([])
  expect(problems('await vi.waitUntil(() => isSown(), limits)')).toEqual([])
})
