import { expect, test } from 'vitest'
import { inWords } from './words.ts'

const time = new Date(2026, 6, 15, 12, 30, 5).getTime()
const line = (log: object) => inWords(JSON.stringify({ time, ...log }))

test('a log line is one line in words; what is none stays as it is', () => {
  expect(line({ level: 40, msg: 'database available again, single-instance lock retaken' })).toEqual([
    '12:30:05  warning:  database available again, single-instance lock retaken',
  ])
  expect(line({ level: 50, box: 'demo01', msg: 'the claim failed' })).toEqual(['12:30:05  error:  box demo01: the claim failed'])
  expect(
    line({ level: 50, err: { type: 'Error', message: 'no such column', stack: 'Error: …\n  at x' }, msg: 'a job failed' }),
  ).toEqual(['12:30:05  error:  a job failed (no such column)'])
  expect(inWords('Another Steading server already runs on this database.')).toHaveLength(1)
  expect(inWords('{"half":')).toEqual(['{"half":'])
})

test('that the database is away is not said again for each call that fails with it', () => {
  expect(
    line({ level: 40, reason: 'Connection terminated unexpectedly', msg: 'database connection lost, pool opens another' }),
  ).toEqual([])
  expect(
    line({ level: 50, err: { message: 'connect ECONNREFUSED 127.0.0.1:4', code: 'ECONNREFUSED' }, msg: 'a job failed' }),
  ).toEqual([])
  expect(line({ level: 50, err: { message: 'the database system is starting up', code: '57P03' }, msg: 'rollups' })).toEqual([])
  expect(line({ level: 40, box: 'demo01', msg: 'connection: Connection refused: Server unavailable' })).toEqual([])
  expect(line({ level: 50, msg: 'the database is gone' })).toEqual(['12:30:05  error:  the database is gone'])
})
