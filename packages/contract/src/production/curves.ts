import { z } from 'zod'
import { book } from '../entities/book.ts'
import { byId, DisplayName, Id, many, whole } from '../http/fields.ts'
import { routes } from '../http/route.ts'
import { SpeciesCode } from './species.ts'

/** Ages are told in days or in weeks; in days they are kept. */
export const AGE_UNITS = [1, 7] as const
export const AgeUnit = z.union([z.literal(1), z.literal(7)])
export type AgeUnit = z.infer<typeof AgeUnit>

const kg = z.number().positive().max(2000)
const amount = z.number().min(0).max(1000)
const temperature = z.number().min(-20).max(60)
const percent = z.number().min(0).max(100)

/** What is expected at an age (days): kg, kg and L per animal and day, and the climate that animals of it need. */
export const CurvePoint = z.strictObject({
  age: z.number().int().min(0).max(2000),
  weight: kg,
  dailyFeed: amount.optional(),
  dailyWater: amount.optional(),
  tMin: temperature.optional(),
  tMax: temperature.optional(),
  rhMin: percent.optional(),
  rhMax: percent.optional(),
  co2Max: z.number().min(0).max(100_000).optional(),
  nh3Max: z.number().min(0).max(1000).optional(),
})
export type CurvePoint = z.infer<typeof CurvePoint>
/** Columns of a curve besides age and weight, in the order of forms and files. */
export const CURVE_MEMBERS = ['dailyFeed', 'dailyWater', 'tMin', 'tMax', 'rhMin', 'rhMax', 'co2Max', 'nh3Max'] as const
/** A bird weighs no more, kg: a greater weight was entered in g as if it were kg. */
export const BIRD_WEIGHT_MOST = 30
export const CURVE_ROWS = { least: 2, most: 400 } as const

const Points = z
  .array(CurvePoint)
  .min(CURVE_ROWS.least)
  .max(CURVE_ROWS.most)
  .superRefine((points, context) => {
    for (let at = 1; at < points.length; at++)
      if (points[at]!.age <= points[at - 1]!.age) context.addIssue({ code: 'custom', message: 'notAscending', path: [at, 'age'] })
  })

/** What animals of a species weigh, eat and need by age. */
export const curveBook = book({
  path: '/productionCurves',
  permission: 'curve',
  one: 'a production curve',
  many: 'production curves',
  fields: {
    displayName: DisplayName,
    species: SpeciesCode,
    geneticsId: Id.nullable(),
    ageUnit: AgeUnit,
    source: z.string().trim().max(150),
    details: Points,
  },
  filters: { species: SpeciesCode.optional(), geneticsId: Id.optional() },
  sorts: ['displayName', 'id'],
  sort: 'displayName',
  nameInUse: 'PRODUCTION_CURVE_DISPLAY_NAME_IN_USE',
})
export type Curve = z.infer<typeof curveBook.entry>
export type CurveDetails = z.infer<typeof curveBook.details>

/** A curve where a batch names it. */
export const CurveRef = z.object({ id: Id, displayName: z.string() })
export const BatchCurve = CurveRef.extend({ productionCurveDetails: z.array(CurvePoint) })

/** Refused imports name the row of the file, from 1; a wrong value names its column as well. */
export const CURVE_IMPORT_REFUSALS = [
  'WRONG_FILE_CONFIGURATION',
  'MISSING_AGE_VALUES',
  'MISSING_CURVE_DETAILS_VALUES',
  'WRONG_CURVE_VALUE',
] as const
export const CurveColumn = CurvePoint.keyof()
export type CurveColumn = z.infer<typeof CurveColumn>

export const curves = routes({
  ...curveBook.routes,
  curveDetails: {
    method: 'GET',
    path: '/productionCurves/:id/curveDetails',
    summary: 'The points of a curve; at an age the one that holds there, interpolated',
    access: 'curve.read',
    params: byId,
    query: z.object({ age: whole(0, 2000).optional() }),
    reply: z.array(CurvePoint),
  },
  importDetails: {
    method: 'POST',
    path: '/productionCurves/import',
    summary: 'Read the points of a curve from a CSV file (age;weight) or from pasted columns; saves nothing',
    access: ['curve.create', 'curve.update'],
    body: z.strictObject({
      text: z.string().max(200_000),
      ageUnit: AgeUnit,
      /** Of poultry: pasted weights are in g, and none is above 30 kg. */
      species: SpeciesCode.optional(),
    }),
    reply: z.object({
      points: z.array(CurvePoint),
      /** The first row that is wrong, from 1; null: none is. `column`: of a cell that is no number or out of range. */
      problem: z
        .object({ code: z.enum(CURVE_IMPORT_REFUSALS), row: z.number().int(), column: CurveColumn.nullable() })
        .nullable(),
    }),
  },
  choices: {
    method: 'GET',
    path: '/batches/productionCurves',
    summary: 'The active curves that a batch of a place may follow, paged',
    access: 'curve.read',
    query: z.object({
      ...curveBook.pages.query.shape,
      status: z.enum(['true', 'false']).optional(),
      species: SpeciesCode.optional(),
      geneticsId: Id.optional(),
      entityId: Id.optional(),
      search: z.string().trim().max(150).optional(),
      ids: many(Id).optional(),
    }),
    reply: curveBook.pages.of(CurveRef.extend({ species: SpeciesCode, geneticsId: Id.nullable() })),
  },
})
