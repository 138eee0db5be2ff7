// npm run bench: ratios of two things measured in the same run, medians of interleaved rounds. Nothing is asserted: machines are
// noisy. -- ingest, charts or lists runs one of them; --rounds, --readings change its size.
import { parseArgs } from 'node:util'
import { benchCharts } from './charts.ts'
import { benchIngest } from './ingest.ts'
import { benchLists } from './lists.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' }, readings: { type: 'string', default: '1000000' } },
})
const rounds = Number(values.rounds)
const readings = Number(values.readings)
const asked = (name: string) => positionals.length === 0 || positionals.includes(name)

if (asked('ingest')) await benchIngest({ rounds, many: readings, single: readings / 4 })
if (asked('charts')) await benchCharts({ rounds, calls: 20 })
if (asked('lists')) await benchLists({ rounds: Math.max(5, rounds), calls: 5 })
