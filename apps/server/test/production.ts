import type { CurvePoint } from '@steading/contract/production/curves'
import type { CreateBatch } from '@steading/contract/production/batches'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { z } from 'zod'
import { createBooks } from './books.ts'
import { aFarm, data } from './farm.ts'
import type { Api, Farm } from './farm.ts'

/** Curves of broilers at Paul, by their points. */
export const aCurve = async (farm: Farm, api: Api, displayName: string, details: CurvePoint[]) =>
  data(
    await api.curves.create({
      body: { entityId: farm.at.Paul!, displayName, species: 'BROILER', geneticsId: null, ageUnit: 1, source: '', details },
    }),
  )

/**
 * A farm for a file of tests of batches that are opened at `opened`. Its clock stands at `start` when a test begins, and a manager of
 * Aves is signed in.
 */
export function useProduction({ opened, start }: { readonly opened: number; readonly start: number }) {
  let now = start
  let count = 0
  let farm: Farm
  let api: Api
  let books: ReturnType<typeof createBooks>
  const setNow = (instant: number) => void (now = instant)
  /** Moves the clock, and signs in again: sessions end. */
  const travel = async (instant: number) => {
    setNow(instant)
    api = await farm.as('Aves')
  }
  beforeAll(async () => {
    farm = await aFarm({ clock: { now: () => now, mono: () => performance.now() } })
    books = createBooks(farm)
  })
  beforeEach(() => travel(start))
  afterAll(() => farm.close())
  return {
    get now() {
      return now
    },
    get farm() {
      return farm
    },
    get api() {
      return api
    },
    get books() {
      return books
    },
    setNow,
    travel,
    aHouse: () => farm.entity(`House of a batch ${++count}`, 'SECTOR', 'Paul'),
    aCurve: async (details: CurvePoint[]) => (await aCurve(farm, api, `Curve of a batch ${++count}`, details)).id,
    open: async (entityId: string, more: Partial<z.input<typeof CreateBatch>> = {}) => {
      const body = { entityId, openDate: new Date(opened).toISOString(), species: 'BROILER', ...more } as const
      return data(await api.batches.create({ body, files: [] }))
    },
  }
}
