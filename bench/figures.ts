// What figures of batches cost: twenty compared by age beside one, and the PDF of a batch of 42 days beside its key figures.
import { client } from '@steading/contract/http/client'
import { batchFigures } from '@steading/contract/production/batchFigures'
import { reports } from '@steading/contract/reports/reports'
import type { AddressInfo } from 'node:net'
import { buildApp } from '../apps/server/src/app/app.ts'
import { durableWorld } from './cluster.ts'
import { fillFullBatches } from './data/fullBatches.ts'
import { wireOf } from './person.ts'
import { interleaved, ratio, whole } from './rounds.ts'

/** Twenty batches of one enterprise; their readings are within the retention. */
const TWENTY = { houses: 4, batchesOfHouse: 5, movements: 100 }
/** How much longer twenty may take than one. */
const COMPARISON_GOAL = 3
/** A PDF, ms. */
const PDF_GOAL = 3000

export async function benchFigures({ rounds, calls }: { readonly rounds: number; readonly calls: number }): Promise<void> {
  const { world, stop } = await durableWorld()
  const { ids, readings } = await fillFullBatches(world, TWENTY)
  const app = await buildApp(world)
  await app.start()
  try {
    const wire = await wireOf(world.owner, (app.http.server.address() as AddressInfo).port) // safe: it listens on TCP
    const [figures, documents] = [client(batchFigures, wire), client(reports, wire)]
    const params = { id: ids.at(-1)! }
    // Feed and water, as the page asks for them.
    const compare = (batchIds: string[]) =>
      Promise.all((['FEED', 'WATER'] as const).map(kind => figures.consumptionOfSeveral({ query: { batchIds, kind } })))
    const contest = (name: string, call: () => Promise<unknown>, times = calls) => ({
      name,
      run: async () => {
        const began = performance.now()
        for (let count = 0; count < times; count++) await call()
        return (performance.now() - began) / times
      },
    })
    const contests = [
      contest('one batch by age', () => compare([params.id])),
      contest(`${ids.length} batches by age`, () => compare(ids)),
      contest('key figures of a batch', () => figures.kpis({ params })),
      contest('PDF of a batch', () => documents.batchSummary({ params }), 1),
    ]
    const answer = await figures.kpis({ params })
    if ('refused' in answer) throw new Error(answer.refused)
    const { measured, total } = answer.data.feedDays
    console.log(`figures: ${ids.length} batches, ${readings} readings, feed measured on ${measured} of ${total} days`)
    // The first calls compute what is stored, and start the thread that writes documents.
    for (const { run } of contests) await run()
    const [one, all, kpis, pdf] = await interleaved(contests, rounds, 'ms')
    ratio(`${ids.length} batches by age / one batch`, all! / one!, COMPARISON_GOAL)
    console.log(
      `  PDF of a batch: ${whole(pdf!)} ms, goal ${whole(PDF_GOAL)} ms, ${(pdf! / kpis!).toFixed(0)} times its key figures`,
    )
  } finally {
    await app.stop()
    await stop()
  }
}
