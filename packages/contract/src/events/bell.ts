import { z } from 'zod'
import { routes } from '../http/route.ts'

/** How many events of each severity. */
export const BySeverity = z.object({
  LOW: z.number(),
  MODERATE: z.number(),
  MAJOR: z.number(),
  CRITICAL: z.number(),
  total: z.number(),
})

/** What every screen asks of events; the rest of their contract is for the screens that show them. */
export const bell = routes({
  openCount: {
    method: 'GET',
    path: '/events/count/open',
    summary: 'Events that are not solved, OPEN or PENDING, by severity: the bell',
    access: 'events.read',
    reply: BySeverity,
  },
})
