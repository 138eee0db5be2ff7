import { z } from 'zod'
import { CHANNELS } from '../events/channels.ts'

/** Paths of an alarm by message: drills and deliveries test them. */
export const MESSAGE_PATHS = CHANNELS
/** Paths that a person tests on site. */
export const SITE_PATHS = ['SIREN', 'MAINS_OFF', 'BOX_OFF'] as const
export const SitePath = z.enum(SITE_PATHS)
export type SitePath = z.infer<typeof SitePath>
export const TEST_PATHS = [...MESSAGE_PATHS, ...SITE_PATHS] as const
export const TestPath = z.enum(TEST_PATHS)
export type TestPath = z.infer<typeof TestPath>

/** Days from one test to the next, unless the plan says otherwise. */
export const TEST_INTERVALS = {
  MAIL: 30,
  SMS: 30,
  VOICE: 30,
  WHATSAPP: 30,
  SIREN: 30,
  MAINS_OFF: 30,
  BOX_OFF: 90,
  GENERATOR: 7,
} as const satisfies Readonly<Record<TestPath | 'GENERATOR', number>>
export const TestedThing = z.enum([...TEST_PATHS, 'GENERATOR'])
export type TestedThing = z.infer<typeof TestedThing>

export const TestIntervals = z
  .array(z.strictObject({ path: TestedThing, days: z.int().min(1).max(366) }))
  .max(TEST_PATHS.length + 1)
export type TestIntervals = z.output<typeof TestIntervals>

export const intervalOf = (path: TestedThing, own: TestIntervals): number =>
  own.find(interval => interval.path === path)?.days ?? TEST_INTERVALS[path]

export const TEST_SOURCES = ['DRILL', 'DELIVERY', 'PERSON'] as const
export const TEST_RESULTS = ['PASSED', 'FAILED'] as const
export const TestResult = z.enum(TEST_RESULTS)
export type TestResult = z.infer<typeof TestResult>
