import { bootConfig } from './bootConfig.ts'

/** Maximum size of one file or picture. */
export const mostBytes = Number(bootConfig('event-file-mb') ?? 15) * 1_048_576
/** Maximum number and size of the files of an event, by the settings of the server. */
export const eventFileLimits = { files: Number(bootConfig('event-files') ?? 15), bytes: mostBytes }
