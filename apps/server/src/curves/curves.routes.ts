import { CURVE_MEMBERS, curveBook, curves } from '@steading/contract/production/curves'
import type { CurvePoint } from '@steading/contract/production/curves'
import { isPoultry } from '@steading/contract/production/species'
import type { SpeciesCode } from '@steading/contract/production/species'
import { interpolate } from '@steading/production/curve'
import { parseCurve } from '@steading/production/curves/curveImport'
import { bookHandlers, entryById, searchBook } from '../books/index.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { curveStore, pointsOf } from './curves.ts'

/** The point of a curve at an age; undefined beyond its last age. */
function pointAt(curve: readonly CurvePoint[], age: number): CurvePoint | undefined {
  const weight = interpolate(curve, age, 'weight')
  if (weight === null) return undefined
  const members = CURVE_MEMBERS.flatMap(member => {
    const value = interpolate(curve, age, member)
    return value === null ? [] : [[member, value] as const]
  })
  return { age, weight, ...Object.fromEntries(members) }
}

export const curvesSlice = (world: World) => {
  const { db } = world
  return slice(curves, {
    ...bookHandlers(world, curveBook, curveStore),
    curveDetails: ({ actor, params, query }) =>
      db.work(actor, async work => {
        const points = pointsOf(orNotFound(await entryById(work, curveStore, params.id)).fields.details)
        if (query.age === undefined) return points
        const point = pointAt(points, query.age)
        return point ? [point] : []
      }),
    importDetails: ({ body }) => {
      const poultry = body.species !== undefined && isPoultry(body.species)
      const { points, problem } = parseCurve(body.text, { ageUnit: body.ageUnit, poultry })
      return { points: [...points], problem }
    },
    choices: ({ actor, query: { status, entityId, ...query } }) =>
      db.work(actor, async work => {
        const statuses = status === undefined ? undefined : [status === 'true' ? ('ACTIVE' as const) : ('INACTIVE' as const)]
        const page = await searchBook(work, curveStore, { ...query, usableAt: entityId, status: statuses })
        return {
          ...page,
          content: page.content.map(({ id, fields }) => ({
            id,
            displayName: fields.displayName,
            species: fields.species as SpeciesCode, // safe: the contract checked it before it was stored
            geneticsId: fields.geneticsId as string | null,
          })),
        }
      }),
  })
}
