import type { EventStatus } from '@steading/contract/event-kinds'

/** What is not solved, as the bell and the pinned strip count it: acknowledged is not solved. */
export const unsolved = ['OPEN', 'PENDING'] as const satisfies readonly EventStatus[]
