import type { AnimalMovement } from '@steading/contract/production/animalMovements'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { ago, createHerd, entry, exit } from '../../test/herd.ts'

let farm: Farm
let api: Api
let herd: ReturnType<typeof createHerd>
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Aves')
  herd = createHerd(farm, api)
})
afterAll(() => farm.close())

const number = fc.integer({ min: 1, max: 60 })
/** Few days, so that movements of one instant and back-dated ones are frequent. */
const day = fc.integer({ min: 0, max: 5 })
const which = fc.nat(20)
const step = fc.oneof(
  fc.record({
    kind: fc.constantFrom('entry', 'death', 'sale', 'transfer', 'transfer'),
    batch: fc.nat(1),
    number,
    day,
    pending: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('edit'), which, number, day, pending: fc.boolean() }),
  fc.record({ kind: fc.constant('confirm'), which }),
  fc.record({ kind: fc.constant('delete'), which }),
)

test('no sequence of changes makes animals negative, halves unequal or totals wrong', { tags: ['nightly'] }, async () => {
  let accepted = 0
  let refused = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10, size: 'max' }), async steps => {
      const batches = [await herd.stocked(100, ago(10)), await herd.stocked(50, ago(10))]
      const pick = async (index: number): Promise<AnimalMovement | undefined> => {
        const { rows } = await farm.world.owner.query<{ id: string }>(
          'select id::text from animal_movements where batch_id = any($1) order by id',
          [batches],
        )
        const row = rows[index % rows.length]
        return row && herd.details(row.id)
      }
      const run = async (change: (typeof steps)[number]) => {
        if ('batch' in change) {
          const batchId = batches[change.batch]!
          const more = { pending: change.pending, weight: 10 }
          const timestamp = ago(9 - change.day)
          if (change.kind === 'entry') return herd.book(batchId, entry(change.number, timestamp, more))
          if (change.kind === 'death') return herd.book(batchId, exit('DEATH', change.number, timestamp, more))
          if (change.kind === 'sale') return herd.book(batchId, exit('EXTERNAL_SALE', change.number, timestamp, more))
          const inverseBatchId = batches[1 - change.batch]!
          return herd.book(batchId, exit('TRANSFER', change.number, timestamp, { ...more, inverseBatchId }))
        }
        const movement = await pick(change.which)
        if (!movement) return
        if (change.kind === 'delete') return herd.remove(movement.id)
        if (change.kind === 'confirm') return herd.edit(movement, { pending: false })
        if (!('number' in change)) return
        return herd.edit(movement, { number: change.number, timestamp: ago(9 - change.day), pending: change.pending })
      }
      for (const change of steps) {
        const answer = await run(change)
        if (answer && 'refused' in answer) refused++
        else if (answer) accepted++
        expect(await herd.broken(batches)).toEqual([])
      }
    }),
    { numRuns: 15 },
  )
  // Both outcomes are part of the property.
  expect(accepted).toBeGreaterThan(30)
  expect(refused).toBeGreaterThan(3)
})
