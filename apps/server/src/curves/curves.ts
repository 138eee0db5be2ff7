import { BIRD_WEIGHT_MOST, curveBook } from '@steading/contract/production/curves'
import type { CurvePoint } from '@steading/contract/production/curves'
import { isPoultry, isSameSpecies } from '@steading/contract/production/species'
import type { SpeciesCode } from '@steading/contract/production/species'
import { bookOf, usableEntry } from '../books/index.ts'
import { geneticsStore } from '../genetics/index.ts'
import { invalid } from '../platform/failures.ts'

export const curveStore = bookOf(curveBook, {
  table: 'production_curves',
  objectType: 'productionCurve',
  searched: ['displayName', 'source'],
  json: ['details'],
  check: async (work, { geneticsId, species, details }, entityId) => {
    // safe: the contract checked the types
    const heavy = isPoultry(species as SpeciesCode) ? pointsOf(details).findIndex(({ weight }) => weight > BIRD_WEIGHT_MOST) : -1
    if (heavy >= 0) throw invalid(`details.${heavy}.weight`, 'birdTooHeavy')
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
