import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'
import { isDatabaseUnavailable } from './database/connection/availability.ts'

export type { Logger }

/** The one line of an outage of the database, whatever failed. */
export const DATABASE_UNAVAILABLE = 'database unavailable, retrying until it answers'

/** A failure after this long without one begins another outage, ms. */
const OUTAGE_ENDS_AFTER = 5_000
/** Interval at which a lasting outage is logged again, ms. */
const REPORT_INTERVAL = 60_000

/** Deduplicates failures of a database outage: is this one to be logged? `now`: monotonic ms. */
export function createOutageFilter() {
  let lastFailureAt = -Infinity
  let reportedAt = -Infinity
  return (now: number): boolean => {
    const isReported = now - lastFailureAt > OUTAGE_ENDS_AFTER || now - reportedAt > REPORT_INTERVAL
    lastFailureAt = now
    if (isReported) reportedAt = now
    return isReported
  }
}

/** Logger of JSON lines. Secrets and phone numbers are redacted. An outage of the database is one line without a stack. */
export const createLogger = (
  level: string,
  into: DestinationStream = pino.destination(1),
  mono: () => number = () => performance.now(),
): Logger => {
  const isReported = createOutageFilter()
  return pino(
    {
      level,
      base: null,
      hooks: {
        logMethod(given, method) {
          const [entry] = given as unknown[] // safe: looked at as they come
          const failure = failureIn(entry)
          if (failure === undefined) method.apply(this, given)
          else if (isReported(mono())) method.apply(this, [{ reason: failure.message || failure.name }, DATABASE_UNAVAILABLE])
        },
      },
      redact: {
        paths: ['authorization', 'password', 'token', 'code', 'secret', 'phone'].flatMap(name => [
          name,
          `*.${name}`,
          `*.*.${name}`,
        ]),
        censor: '…',
      },
    },
    into,
  )
}

/** The error of a database outage in a log entry. The broker fails with the same codes but logs under its own part. */
function failureIn(entry: unknown): Error | undefined {
  if (typeof entry !== 'object' || entry === null || !('err' in entry)) return undefined
  const isBroker = 'part' in entry && entry.part === 'broker'
  return !isBroker && entry.err instanceof Error && isDatabaseUnavailable(entry.err) ? entry.err : undefined
}
