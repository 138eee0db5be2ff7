// Makes up the demo's history: node apps/smartbox/src/app/history.ts --days 100 --until <iso> --plan <file.json>
//   [--state <folder>]
// The plan is described in barn/plan.ts, what goes to standard output in barn/frames.ts.
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { planFrom, writeHistory } from '../barn/index.ts'

const usage = 'usage: history.ts --days <1..3660> --until <iso date and time> --plan <file.json> [--state <folder>]'

try {
  const { values } = parseArgs({
    options: { days: { type: 'string' }, until: { type: 'string' }, plan: { type: 'string' }, state: { type: 'string' } },
  })
  const days = Number(values.days)
  const until = Date.parse(values.until ?? '')
  if (!(Number.isInteger(days) && days >= 1 && days <= 3660) || Number.isNaN(until) || values.plan === undefined)
    throw new Error(usage)
  const plan = planFrom(JSON.parse(await readFile(values.plan, 'utf8')), days, until)
  await writeHistory(plan, process.stdout, values.state)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
