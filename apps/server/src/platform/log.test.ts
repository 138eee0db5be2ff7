import { expect, test } from 'vitest'
import { createLogger } from './log.ts'

/** What was written, and a clock to move. */
function aLog() {
  const lines: Record<string, unknown>[] = []
  let now = 0
  const log = createLogger('info', { write: text => void lines.push(JSON.parse(text) as Record<string, unknown>) }, () => now)
  return { log, lines, pass: (ms: number) => (now += ms) }
}
const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

test('logs an outage of the database once a minute without a stack', () => {
  const { log, lines, pass } = aLog()
  const part = log.child({ part: 'http' })
  for (let second = 0; second < 59; second++) {
    log.error({ err: refused, part: 'outbox' }, 'periodic task failed, retrying')
    part.warn({ err: new Error('Connection terminated unexpectedly') }, 'call failed, answered 500')
    pass(1000)
  }
  expect(lines).toEqual([
    expect.objectContaining({ msg: 'database unavailable, retrying until it answers', reason: 'connect ECONNREFUSED' }),
  ])
  expect(JSON.stringify(lines)).not.toContain('stack')
  for (let second = 0; second < 3; second++) {
    log.error({ err: refused }, 'periodic task failed, retrying')
    pass(1000)
  }
  expect(lines).toHaveLength(2)
  pass(10_000)
  log.error({ err: refused }, 'periodic task failed, retrying')
  expect(lines).toHaveLength(3)
})

test('logs other failures each time with their stack', () => {
  const { log, lines } = aLog()
  for (let times = 0; times < 2; times++) log.error({ err: new Error('a fault of ours') }, 'periodic task failed, retrying')
  log.warn({ err: refused, part: 'broker' }, 'broker link failed, reconnecting')
  log.warn('database available again, single-instance lock retaken')
  expect(lines.map(line => line.msg)).toEqual([
    'periodic task failed, retrying',
    'periodic task failed, retrying',
    'broker link failed, reconnecting',
    'database available again, single-instance lock retaken',
  ])
  expect(lines[0]).toMatchObject({ err: { stack: expect.stringContaining('log.test.ts') as string } })
})
