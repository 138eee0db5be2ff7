// npm run bench: ratios of two things measured in the same run, medians of interleaved rounds. Nothing is asserted: machines are
// noisy. The name of a benchmark runs it alone; --rounds, --readings change its size.
import { asked, refuse, whole } from '../tools/process/command.ts'
import { benchCharts } from './charts.ts'
import { benchDashboard } from './dashboard.ts'
import { benchFigures } from './figures.ts'
import { benchIngest } from './ingest.ts'
import { benchLists } from './lists.ts'
import { benchProduction } from './production.ts'
import { benchRehearsal } from './rehearsal.ts'
import { benchReports } from './reports.ts'
import { benchAnalytics } from './screen/analytics.ts'

const usage =
  'usage: npm run bench -- [analytics] [ingest] [charts] [dashboard] [figures] [lists] [production] [rehearsal] [reports] [--rounds 3] [--readings 1000000]'
const { values, positionals } = asked(usage, {
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' }, readings: { type: 'string', default: '1000000' } },
})
const rounds = whole('rounds', values.rounds, 1)
const readings = whole('readings', values.readings, 4)
const benches: Readonly<Record<string, () => Promise<unknown>>> = {
  analytics: () => benchAnalytics({ rounds: Math.max(5, rounds) }),
  ingest: () => benchIngest({ rounds, many: readings, single: readings / 4 }),
  charts: () => benchCharts({ rounds, calls: 20 }),
  dashboard: () => benchDashboard({ rounds }),
  figures: () => benchFigures({ rounds: Math.max(5, rounds), calls: 5 }),
  lists: () => benchLists({ rounds: Math.max(5, rounds), calls: 5 }),
  production: () => benchProduction({ rounds: Math.max(5, rounds), calls: 5 }),
  rehearsal: () => benchRehearsal({ rounds: Math.max(5, rounds) }),
  reports: () => benchReports({ rounds: Math.max(5, rounds) }),
}
const unknown = positionals.filter(name => !benches[name])
if (unknown.length > 0) refuse(`${unknown.join(', ')}: no such benchmark\n${usage}`)

for (const [name, run] of Object.entries(benches)) if (positionals.length === 0 || positionals.includes(name)) await run()
