import { z } from 'zod'
import { EntityRef } from '../entities/entityRef.ts'
import { Day, Id, Instant, name, Stamp } from '../http/fields.ts'
import { paging } from '../http/paging.ts'
import { DueState } from './alarmPlan.ts'
import { SitePath, TEST_SOURCES, TestPath, TestResult } from './paths.ts'

/** The register of tests and the log of the generator. */

/** The last test of one path of a house. */
export const PathState = z.object({
  path: TestPath,
  lastUtc: Stamp.nullable(),
  result: TestResult.nullable(),
  source: z.enum(TEST_SOURCES).nullable(),
  drillId: Id.nullable(),
  eventId: Id.nullable(),
  /** By the interval of the house's plan; null: never tested, so it is due now. */
  nextDay: Day.nullable(),
  /** null: not due yet. */
  state: DueState.nullable(),
})
export type PathState = z.infer<typeof PathState>

export const HousePaths = z.object({ entity: EntityRef, timeZone: z.string(), paths: z.array(PathState) })
export type HousePaths = z.infer<typeof HousePaths>
export const housePages = paging({ sorts: ['displayName', 'id'], sort: 'displayName', direction: 'ASC' })

/** A test that a person did on site. */
export const SiteTest = z.object({
  id: Id,
  entity: EntityRef,
  timeZone: z.string(),
  path: SitePath,
  testedUtc: Stamp,
  result: TestResult,
  tester: z.string(),
  note: z.string(),
  /** An event of power or of a silent box within an hour of the test, as the platform saw it; null: none. */
  seen: z.object({ eventId: Id, title: z.string() }).nullable(),
})
export type SiteTest = z.infer<typeof SiteTest>
export const siteTestPages = paging({ sorts: ['testedUtc', 'id'], sort: 'testedUtc', direction: 'DESC' })

const Text = z.string().trim().max(500).default('')
export const NewSiteTest = z.strictObject({
  path: SitePath,
  testedUtc: Instant,
  result: TestResult,
  tester: name(2, 80),
  note: Text,
})

export const GeneratorRun = z.object({
  id: Id,
  entity: EntityRef,
  timeZone: z.string(),
  startedUtc: Stamp,
  endedUtc: Stamp,
  onLoad: z.boolean(),
  /** Litres. */
  fuelLitres: z.number().nullable(),
  /** h */
  hourMeter: z.number().nullable(),
  operator: z.string(),
  fault: z.string(),
  note: z.string(),
})
export type GeneratorRun = z.infer<typeof GeneratorRun>
export const generatorRunPages = paging({ sorts: ['startedUtc', 'id'], sort: 'startedUtc', direction: 'DESC' })

export const NewGeneratorRun = z
  .strictObject({
    startedUtc: Instant,
    endedUtc: Instant,
    onLoad: z.boolean(),
    fuelLitres: z.number().min(0).max(100_000).nullable().default(null),
    hourMeter: z.number().min(0).max(1_000_000).nullable().default(null),
    operator: name(2, 80),
    fault: Text,
    note: Text,
  })
  .refine(({ startedUtc, endedUtc }) => endedUtc > startedUtc, { path: ['endedUtc'], message: 'endBeforeStart' })

/** When the generator is to run next. */
export const GeneratorState = z.object({
  lastUtc: Stamp.nullable(),
  /** null: never run, so it is due now. */
  nextDay: Day.nullable(),
  state: DueState.nullable(),
  /** Boxes whose input says that the generator runs now. */
  runningAt: z.array(z.string()),
})
export type GeneratorState = z.infer<typeof GeneratorState>

/** Days of the calendar, by the clock of the place; both count. */
export const RegisterPeriod = z
  .object({ fromDay: Day, toDay: Day, format: z.enum(['PDF', 'XLSX']).default('PDF') })
  .refine(({ fromDay, toDay }) => toDay >= fromDay, { path: ['toDay'], message: 'endBeforeStart' })
