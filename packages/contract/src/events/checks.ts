import { z } from 'zod'

/** What somebody looks at in a house before they say that nothing was found. */
export const CHECKS = [
  'ANIMALS',
  'PHASES',
  'CONVERTER',
  'FANS',
  'BELTS',
  'INLETS',
  'HEATING',
  'GAS',
  'WATER',
  'FEED',
  'SILO',
  'GENERATOR',
  'SENSOR',
  'BOX',
  'DOORS',
] as const
export const Check = z.enum(CHECKS)
export type Check = z.infer<typeof Check>
