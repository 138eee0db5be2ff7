// npm run sim: random rules in random weeks, in all hosts, held against the invariants. Ends with 1 on a breach.
// Then the figures of early warning on simulated batches (false alarms, faults found, hours until then) and of the forecast (batches
// inside its bands).
// --seeds 10000   --seed n: this one alone   --from n: the first of them   --days 30   --twice: each seed twice, for its hash
// --mutants: the engine broken on purpose, which the first seeds must notice   --mutant name: this one alone
import { availableParallelism } from 'node:os'
import { forecastLines } from '../packages/production/test/forecastFigures.ts'
import { warningLines } from '../packages/production/test/warningFigures.ts'
import { asked, refuse, whole } from '../tools/process/command.ts'
import { crew } from './crew.ts'
import { mutants } from './mutants.ts'
import type { Played } from './play.ts'

const { values } = asked(
  'usage: npm run sim -- [--seeds 500] [--seed n] [--from n] [--days 30] [--twice] [--threads n] [--mutants] [--mutant name]',
  {
    options: {
      seeds: { type: 'string', default: '500' },
      seed: { type: 'string' },
      from: { type: 'string', default: '0' },
      days: { type: 'string', default: '30' },
      threads: { type: 'string', default: String(availableParallelism()) },
      twice: { type: 'boolean', default: false },
      mutants: { type: 'boolean', default: false },
      mutant: { type: 'string' },
    },
  },
)
const days = whole('days', values.days, 1, 60)
const threads = whole('threads', values.threads, 1, 64)
const count = values.seed === undefined ? whole('seeds', values.seeds, 1) : 1
const first = values.seed === undefined ? whole('from', values.from, 0) : whole('seed', values.seed, 0)
const seeds = Array.from({ length: count }, (_, k) => first + k)
const chosen = mutants.filter(mutant => values.mutants || mutant.name === values.mutant)
if (values.mutant !== undefined && chosen.length === 0)
  refuse(`--mutant ${values.mutant}: there are ${mutants.map(mutant => mutant.name).join(', ')}`)

process.exitCode = chosen.length > 0 ? await hunt() : await holds()

/** Breaks the engine, and looks whether anybody notices. */
async function hunt(): Promise<number> {
  let missed = 0
  for (const { name, breaks, edits } of chosen) {
    let caught: Played | undefined
    await crew({ seeds, days, threads, edits, played: played => !(caught ??= played.wrong.length > 0 ? played : undefined) })
    if (!caught) missed++
    const by = caught ? `seed ${caught.seed}, ${caught.template}: ${caught.wrong[0]!.split('\n')[0]!.slice(0, 110)}` : 'by nobody'
    console.log(`${caught ? 'caught' : 'MISSED'}  ${name.padEnd(28)} ${breaks}\n        ${by}`)
  }
  console.log(`${chosen.length - missed} of ${chosen.length} mutants caught within ${count} seeds`)
  return missed > 0 ? 1 : 0
}

async function holds(): Promise<number> {
  const began = performance.now()
  const tally = { acts: 0, effects: 0, broken: 0, unequal: 0 }
  const hashes = new Map<number, string>()
  const look = (played: Played): boolean => {
    const before = hashes.get(played.seed)
    if (before !== undefined && before !== played.hash) tally.unequal++
    if (before !== undefined) return true
    hashes.set(played.seed, played.hash)
    tally.acts += played.acts
    tally.effects += played.effects
    if (played.wrong.length > 0) {
      tally.broken++
      if (tally.broken <= 10) console.log(`seed ${played.seed}, ${played.template}:\n  ${played.wrong.slice(0, 3).join('\n  ')}`)
    }
    return true
  }
  await crew({ seeds, days, threads, played: look })
  if (values.twice) await crew({ seeds, days, threads, played: look })
  const seconds = Math.round((performance.now() - began) / 1000)
  const hours = Math.round((count * days * 24) / 1000)
  console.log(
    `${hashes.size} seeds of ${days} days (${hours} thousand hours), ${tally.acts} inputs, ${tally.effects} doings, ${seconds} s: ` +
      `${tally.broken} with a breach${values.twice ? `, ${tally.unequal} with another trace the second time` : ''}`,
  )
  for (const line of warningLines()) console.log(`early warning: ${line}`)
  for (const line of forecastLines()) console.log(`forecast: ${line}`)
  return tally.broken + tally.unequal > 0 || hashes.size < count ? 1 : 0
}
