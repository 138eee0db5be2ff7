export type Level = 'debug' | 'info' | 'warn' | 'error'
export type Log = (level: Level, message: string) => void

/** The text of whatever was thrown. */
export const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error))
