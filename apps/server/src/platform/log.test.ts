import { expect, test } from 'vitest'
import { logger } from './log.ts'

/** What was written, and a clock to move. */
function aLog() {
  const lines: Record<string, unknown>[] = []
  let now = 0
  const log = logger('info', { write: text => void lines.push(JSON.parse(text) as Record<string, unknown>) }, () => now)
  return { log, lines, pass: (ms: number) => (now += ms) }
}
const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

test('a database that is away is one line without a stack, however much fails; again after a minute, and for the next outage', () => {
  const { log, lines, pass } = aLog()
  const part = log.child({ part: 'http' })
  for (let second = 0; second < 59; second++) {
    log.error({ err: refused, part: 'outbox' }, 'a turn failed')
    part.warn({ err: new Error('Connection terminated unexpectedly') }, 'call failed')
    pass(1000)
  }
  expect(lines).toEqual([expect.objectContaining({ msg: 'the database is away', reason: 'connect ECONNREFUSED' })])
  expect(JSON.stringify(lines)).not.toContain('stack')
  for (let second = 0; second < 3; second++) {
    log.error({ err: refused }, 'a turn failed')
    pass(1000)
  }
  expect(lines).toHaveLength(2)
  pass(10_000)
  log.error({ err: refused }, 'a turn failed')
  expect(lines).toHaveLength(3)
})

test('what else fails is told each time with its stack, and a broker that is away under its own name', () => {
  const { log, lines } = aLog()
  for (let times = 0; times < 2; times++) log.error({ err: new Error('a fault of ours') }, 'a turn failed')
  log.warn({ err: refused, part: 'broker' }, 'broker link failed')
  log.warn('the database is back')
  expect(lines.map(line => line.msg)).toEqual(['a turn failed', 'a turn failed', 'broker link failed', 'the database is back'])
  expect(lines[0]).toMatchObject({ err: { stack: expect.stringContaining('log.test.ts') as string } })
})
