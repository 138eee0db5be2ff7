// npm run chaos: every scenario with its mutants, one line of JSON for each run and a table at the end. Ends with 1 on a broken
// guarantee, on a run in which the fault did not happen, and on a mutant that nobody noticed.
// Seconds are judged on a quiet machine only, and printed always.
// --only S1,S5   --mutant ack-first (or FAIL's name)   --seed n   --brief: the sizes of npm test
import { availableParallelism, loadavg } from 'node:os'
import { asked, each, refuse, whole } from '../tools/process/command.ts'
import { buildWeb } from '../tools/web/web.ts'
import { isRight, play } from './play.ts'
import type { Outcome } from './play.ts'
import { nameOf } from './scenario.ts'
import { scenarios } from './scenarios.ts'
import { durableCluster } from './stage/cluster.ts'

const { values } = asked('usage: npm run chaos -- [--only S1,S5] [--mutant name] [--seed n] [--brief]', {
  options: {
    only: { type: 'string' },
    mutant: { type: 'string' },
    seed: { type: 'string', default: String(1 + Math.floor(Math.random() * 1e6)) },
    brief: { type: 'boolean', default: false },
  },
})
const seed = whole('seed', values.seed, 0)
const ids = scenarios.map(({ id }) => id)
const only = values.only === undefined ? ids : each('only', values.only, ids)
const extent = values.brief ? 'brief' : 'full'
const chosen = scenarios
  .filter(({ id }) => only.includes(id))
  .flatMap(scenario => scenario.plays.map(one => ({ scenario, one })))
  .filter(({ one }) => !values.mutant || [one.mutant, one.fail].includes(values.mutant))
  .filter(({ one }) => !(values.brief && one.fullOnly && !values.mutant))
if (chosen.length === 0) refuse(`no such run in ${only.join(', ')}`)

/** A run by itself keeps its processors busy; with more than that it shares them with somebody. */
const isQuiet = () => loadavg()[0]! <= 2 * availableParallelism()

// The page names the tenant to whoever calls the API.
buildWeb(text => console.error(text))
const began = performance.now()
const cluster = await durableCluster()
const outcomes: Outcome[] = []
try {
  // Who stops the database stops it for all. Scenarios whose waits are short or held still share the machine with the others.
  const [alone, rest] = split(chosen, ({ scenario }) => scenario.stopsDatabase === true)
  await inTurn(alone)
  await Promise.all(split(rest, ({ scenario }) => scenario.takes !== undefined).map(inTurn))
} finally {
  await cluster.stop()
}

function split<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter(one => !isFirst(one))]
}

async function inTurn(plays: typeof chosen) {
  for (const { scenario, one } of plays) {
    console.error(`${scenario.id} ${nameOf(one)}: ${scenario.what}`)
    const outcome = await play(scenario, one, { clusterDir: cluster.dir, extent, seed, judgesTime: isQuiet })
    outcomes.push(outcome)
    const { figures, ...rest } = outcome
    console.log(
      JSON.stringify({
        ...rest,
        figures: Object.fromEntries(figures.map(({ name, value }) => [name, Number.isFinite(value) ? value : String(value)])),
      }),
    )
  }
}

const unjudged = outcomes.filter(({ verdict }) => verdict === 'unjudged')
const wrong = outcomes.filter(outcome => !isRight(outcome) && outcome.verdict !== 'unjudged')
console.log(`\nseed ${seed}, ${Math.round((performance.now() - began) / 1000)} s`)
for (const { scenario, play, verdict, why, seconds } of outcomes)
  console.log(
    `${scenario.padEnd(4)}${play.padEnd(44)}${verdict.padEnd(9)}${seconds.toFixed(0).padStart(5)} s  ${why.split('\n')[0]}`,
  )
const right = outcomes.length - wrong.length - unjudged.length
console.log(
  `${right} as they must be, ${wrong.length} not, ${unjudged.length} not judged: the machine was too busy for their seconds`,
)
process.exitCode = wrong.length > 0 ? 1 : 0
