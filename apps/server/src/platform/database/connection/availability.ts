/**
 * Whole classes of SQLSTATE and single codes with which PostgreSQL says that it cannot serve now: connections (08), no room
 * for another one (53300), shutting down (57P01), crashed (57P02), starting (57P03), ended for idling (57P05).
 * 25P03 ends a connection whose transaction stood idle.
 */
const SQLSTATES = /^(08\w{3}|53300|57P0[1235]|25P03)$/
/** Codes of network errors: the host is unreachable or the connection broke. */
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** pg's own words, which bear no code: a connection that ended under a query or before it, and a pool without a free one. */
const DRIVER_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Query read timeout)/

/** Interval of retries during an outage of the database, ms. */
export const RETRY_WHEN_UNAVAILABLE = 500

/** Is the database unreachable or the connection lost? The same call may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  if (typeof code !== 'string') return DRIVER_MESSAGES.test(error.message)
  // The socket of a database that does not run is no file.
  const isSocketGone = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  return isSocketGone || SQLSTATES.test(code) || NETWORK_CODES.has(code)
}
