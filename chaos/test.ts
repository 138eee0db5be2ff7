import { afterAll, beforeAll, expect, test } from 'vitest'
import { lacks, play } from './play.ts'
import { nameOf } from './scenario.ts'
import { scenarios } from './scenarios.ts'
import { durableCluster } from './stage/cluster.ts'

const SEED = 1

/** The brief set of a scenario: the same code as the full one, small, and nobody judges seconds. */
export function briefly(id: string) {
  const scenario = scenarios.find(one => one.id === id)
  if (!scenario) throw new Error(`no scenario ${id}`)
  // A cluster of its own: what one scenario stops, another needs.
  let cluster: Awaited<ReturnType<typeof durableCluster>>
  beforeAll(async () => void (cluster = await durableCluster()))
  afterAll(() => cluster?.stop())
  test.for(scenario.plays.filter(one => !one.fullOnly).map(one => [nameOf(one), one] as const))(
    `${scenario.what}: %s`,
    async ([, one], { skip }) => {
      const why = lacks(one)
      skip(why !== undefined, why)
      const outcome = await play(scenario, one, {
        clusterDir: cluster.dir,
        extent: 'brief',
        seed: SEED,
        judgesTime: () => false,
      })
      // Seconds are not for tests: whatever else the machine does would fail them.
      const right = one.breaks === undefined ? ['holds', 'unjudged'] : ['caught']
      expect(right.includes(outcome.verdict) ? 'right' : `${outcome.verdict}: ${outcome.why}`).toBe('right')
    },
  )
}
