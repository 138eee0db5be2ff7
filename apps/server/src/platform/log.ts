import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'
import { isAway } from './database/away.ts'

export type { Logger }

/** After so long without a failure, the next one is another outage (ms). */
const OVER = 5_000
/** So often an outage that lasts is told again (ms). */
const AGAIN = 60_000

/** A database that is away fails everything at once, again and again: is this failure to be told? `now` in ms that only rise. */
export function outageTelling() {
  let seen = -Infinity
  let told = -Infinity
  return (now: number): boolean => {
    const news = now - seen > OVER || now - told > AGAIN
    seen = now
    if (news) told = now
    return news
  }
}

/** JSON lines; what could open a door or names a phone never reaches them. A database that is away is one line, without a stack. */
export const logger = (
  level: string,
  into: DestinationStream = pino.destination(1),
  mono: () => number = () => performance.now(),
): Logger => {
  const isTold = outageTelling()
  return pino(
    {
      level,
      base: null,
      hooks: {
        logMethod(given, method) {
          const [entry] = given as unknown[] // safe: looked at as they come
          const failure = failureIn(entry)
          if (failure === undefined) method.apply(this, given)
          else if (isTold(mono())) method.apply(this, [{ reason: failure.message || failure.name }, 'the database is away'])
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

/** The failure of a database that is away; a broker that is away fails with the same codes, and says so itself. */
function failureIn(entry: unknown): Error | undefined {
  if (typeof entry !== 'object' || entry === null || !('err' in entry)) return undefined
  const isBroker = 'part' in entry && entry.part === 'broker'
  return !isBroker && entry.err instanceof Error && isAway(entry.err) ? entry.err : undefined
}
