import { z } from 'zod'
import { Stamp } from '../http/fields.ts'

export const DANGER_KINDS = ['HEAT', 'CO2'] as const

/** An estimate of how long the animals have if nothing changes. Equations: packages/production, `danger/minutesToDanger.ts`. */
export const Danger = z.object({
  kind: z.enum(DANGER_KINDS),
  /** °C or ppm */
  limit: z.number(),
  /** Whole minutes from `atUtc` until the limit; 0: it is reached. */
  minutes: z.number().int(),
  /** Error of the estimate; null: perhaps never. */
  low: z.number().int(),
  high: z.number().int().nullable(),
  /** VENTILATION_OFF: nobody knows whether the ventilation runs, and the estimate holds if it does not. */
  assumes: z.enum(['UNCHANGED', 'VENTILATION_OFF']),
  /** The house, where the event is about a place with several. */
  house: z.string().nullable(),
  atUtc: Stamp,
})
export type Danger = z.infer<typeof Danger>

/** As people say it, never more than there is: whole minutes below 10, else a multiple of 5. */
export const aboutMinutes = (minutes: number): number => (minutes < 10 ? minutes : Math.floor(minutes / 5) * 5)
