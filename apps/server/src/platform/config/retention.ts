/** Days that each table keeps its rows, by default; 0 keeps them for ever. docs/operations.md has the same list. */
export const RETENTION_DAYS = {
  /** Every reading as it was received. */
  journal: 100,
  /** The readings that belong to the history. */
  history: 0,
  rollups_5m: 400,
  rollups_1h: 0,
  /** Effects of rules on boxes, as they were stored with the readings. */
  effects: 100,
  /** Orders to outputs, but the last one of each. */
  commands: 400,
  /** Messages, but those of open events and of drills. */
  notifications: 400,
  notification_attempts: 100,
  /** Occurrences of events that were closed before, but those with messages. */
  event_occurrences: 1825,
  /** History of events that were closed before. */
  event_changes: 1825,
  audit: 1825,
} as const

export type RetainedTable = keyof typeof RETENTION_DAYS
export type Retention = Readonly<Record<RetainedTable, number>>

/** Rollups are computed again from the journal after late readings, and a rehearsal reads it. */
const LEAST_JOURNAL = 7
const MOST = 36_500

/** Reads days by table, like journal=60,history=3650. Answers what is wrong with the text, as a string. */
export function parseRetention(text: string): Retention | string {
  const retention: Record<string, number> = { ...RETENTION_DAYS }
  for (const entry of text.split(',').filter(part => part.trim() !== '')) {
    const [, table, days] = /^\s*(\w+)\s*=\s*(\d{1,5})\s*$/.exec(entry) ?? []
    if (table === undefined || !Object.hasOwn(RETENTION_DAYS, table) || Number(days) > MOST)
      return `days by table, like journal=60,history=3650; tables: ${Object.keys(RETENTION_DAYS).join(', ')}`
    retention[table] = Number(days)
  }
  if (retention.journal! < LEAST_JOURNAL) return `journal: at least ${LEAST_JOURNAL} days`
  return retention as Retention // safe: the defaults have every table
}

const DAY = 86_400_000

/** The instant (ms UTC) before which a table keeps nothing; -Infinity where it keeps its rows for ever. */
export const retainedSince = (retention: Retention, table: RetainedTable, now: number): number =>
  retention[table] === 0 ? -Infinity : now - retention[table] * DAY
