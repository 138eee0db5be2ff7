import { z } from 'zod'

/** Far beyond what any sensor needs, and nothing that is computed of a reading with it overflows. */
const MOST = 1e9
/** A register of 32 bits counts to 4.3e9 and may stand for thousandths. */
const MOST_OF_REGISTER = 1e12

export const Factor = z
  .number()
  .min(-MOST)
  .max(MOST)
  .refine(value => value !== 0, 'factor')
export const Offset = z.number().min(-MOST).max(MOST)
/** An end of a range, or a value in it. */
export const Bound = z.number().min(-MOST).max(MOST)
/** Of a counter, in its unit: it starts again at 0 after modulus − 1. */
export const Modulus = z.number().positive().max(MOST_OF_REGISTER)
/** Of a silo, kg. */
export const Capacity = z.number().int().min(1).max(60_000)
/** Of a counter: the most that it can grow in a minute, in its unit. */
export const MaxRate = z.number().positive().max(MOST)
