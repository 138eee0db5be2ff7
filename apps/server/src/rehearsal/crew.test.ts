import type { AlarmBody } from '@steading/contract/rules/body'
import { expect, test } from 'vitest'
import { crew } from './crew.ts'
import { perform } from './perform.ts'
import type { RehearsalUpdate } from './perform.ts'
import { player } from './play.ts'
import type { Run } from './run.ts'

const body: AlarmBody = {
  template: 'ALARM_WITHOUT_ACTUATION',
  id: '1',
  version: 1,
  timeZone: 'UTC',
  autoClose: true,
  interfaces: [{ id: '7', dataType: 'DECIMAL', kind: 'GAUGE', every: 60, decimals: 1 }],
  inputs: {
    lineLogic: 'ANY',
    lines: [
      {
        interfaceId: '7',
        logicOperator: 'GREATER',
        inputValue: 30,
        percent: false,
        reference: [],
        permanenceTime: '00:00',
        repetitionTime: '00:00',
        notificationLimit: 3,
      },
    ],
  },
  event: { severityLevel: 'MAJOR', status: 'OPEN', ruleDelay: 0 },
}
const PARTS = 40
const DAY = 86_400_000
const runOf = (history: string): Run => ({
  history,
  from: 0,
  until: PARTS * DAY,
  people: [],
  before: [],
  interventions: [],
  rebased: [],
  parts: Array.from({ length: PARTS }, (_, part) => part * DAY),
  slots: [{ id: '7', terminalId: '1', dataType: 'DECIMAL', onChange: false }],
  versions: [{ body, hearers: [], places: {} }],
})
/** COPY's bytes of no rows: a header and an end. */
const nothing = () => {
  const bytes = new ArrayBuffer(21)
  new DataView(bytes).setInt16(19, -1)
  return bytes
}

test('a cancelled read ends the rehearsal and frees the thread', async () => {
  const threads = crew()
  const turn = threads.enter('a', ['7'])
  const mate = await turn.mate
  const reads: number[] = []
  const leaving = new AbortController()
  const read = async (_: readonly string[], part: number) => {
    reads.push(part)
    return nothing()
  }
  const updates: RehearsalUpdate[] = []
  for await (const one of perform(mate, runOf('first'), read, leaving.signal)) {
    updates.push(one)
    if ('done' in one && one.done > 0.1) leaving.abort()
  }
  expect(updates.some(one => 'played' in one)).toBe(false)
  expect(reads.length).toBeLessThan(PARTS)
  // What it has only a part of is read again.
  reads.length = 0
  const all: RehearsalUpdate[] = []
  for await (const one of perform(mate, runOf('first'), read, new AbortController().signal)) all.push(one)
  expect(reads).toHaveLength(PARTS)
  expect(all.at(-1)).toMatchObject({ played: { readings: 0, outcomes: [{ faultCount: 1, eventCount: 0 }] } })
  // And what it has all of is not.
  for await (const one of perform(mate, runOf('first'), read, new AbortController().signal)) all.push(one)
  expect(reads).toHaveLength(PARTS)
  turn.leave()
})

test('an error of the history ends the rehearsal with its reason', async () => {
  const threads = crew()
  const turn = threads.enter('a', ['7'])
  const trying = perform(
    await turn.mate,
    runOf('x'),
    () => Promise.reject(new Error('no database')),
    new AbortController().signal,
  )
  await expect(trying.next()).rejects.toThrow('no database')
  turn.leave()
})

test('checks for cancellation every few thousand readings', () => {
  const times = new Float64Array(20_000).map((_, index) => 1000 * index)
  const columns = { times, values: new Float64Array(20_000).fill(20), texts: null, approximate: false }
  const looks: number[] = []
  player(runOf('x')).part([columns], ts => looks.push(ts))
  expect(looks).toHaveLength(4)
  const ending = player(runOf('x'))
  const end = () => {
    throw new Error('enough')
  }
  expect(() => ending.part([columns], end)).toThrow('enough')
  expect(ending.end().readings).toBe(4096)
})

test('runs two rehearsals at a time, one per user, and limits the queue', async () => {
  const threads = crew()
  const a = threads.enter('a', ['1'])
  const b = threads.enter('b', ['2'])
  const again = threads.enter('a', ['1'])
  const c = threads.enter('c', ['3'])
  expect([a.waits, b.waits, again.waits, c.waits]).toEqual([false, false, true, true])
  threads.enter('a', ['1'])
  expect(() => threads.enter('a', ['1'])).toThrow('TOO_MANY_REQUESTS')
  b.leave()
  // Somebody else comes first, while one of theirs is tried.
  await c.mate
  let isTaken = false
  void again.mate.then(() => (isTaken = true))
  await new Promise(resolve => setTimeout(resolve, 5))
  expect(isTaken).toBe(false)
  a.leave()
  await again.mate
  for (const turn of [a, again, c]) turn.leave()
})
