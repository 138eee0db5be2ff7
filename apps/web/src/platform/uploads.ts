import { told } from './told.ts'

/** How many files an event takes, as the settings of the server say. */
export const mostFiles = Number(told('event-files') ?? 15)
/** Of one file or picture. */
export const mostBytes = Number(told('event-file-mb') ?? 15) * 1_048_576
