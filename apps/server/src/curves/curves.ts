import { curveBook } from '@steading/contract/production/curves'
import type { CurvePoint } from '@steading/contract/production/curves'
import { isSameSpecies } from '@steading/contract/production/species'
import type { SpeciesCode } from '@steading/contract/production/species'
import { bookOf, usableEntry } from '../books/index.ts'
import { geneticsStore } from '../genetics/index.ts'
import { invalid } from '../platform/failures.ts'

export const curveStore = bookOf(curveBook, {
  table: 'production_curves',
  objectType: 'productionCurve',
  searched: ['displayName', 'source'],
  json: ['details'],
  check: async (work, { geneticsId, species }, entityId) => {
    if (geneticsId === null) return
    // safe: the contract checked the types of both
    const genetics = await usableEntry(work, geneticsStore, geneticsId as string, { entityId, current: geneticsId as string })
    if (!genetics) throw invalid('geneticsId', 'notFound')
    if (!isSameSpecies(genetics.fields.species as SpeciesCode, species as SpeciesCode))
      throw invalid('geneticsId', 'otherSpecies')
  },
})

/** The points of a stored curve. */
export const pointsOf = (details: unknown): CurvePoint[] => details as CurvePoint[] // safe: the contract checked them before they were stored
