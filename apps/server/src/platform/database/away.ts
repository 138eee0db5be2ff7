/**
 * Whole classes of SQLSTATE and single codes with which PostgreSQL says that it cannot serve now: connections (08), no room
 * for another one (53300), shutting down (57P01), crashed (57P02), starting (57P03), ended for idling (57P05).
 * 25P03 ends a connection whose transaction stood idle.
 */
const STATES = /^(08\w{3}|53300|57P0[1235]|25P03)$/
/** What the network says of a host that isn't there, or no longer. */
const NETWORK = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
])
/** pg's own words, which bear no code: a connection that ended under a query or before it, and a pool without a free one. */
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Query read timeout)/

/** How soon a database that is away is asked again, ms: nobody waits longer than it takes. */
export const AGAIN_WHEN_AWAY = 500

/** Whether the database cannot be reached, or was lost on the way: the same call may succeed when it is back. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  if (typeof code !== 'string') return WORDS.test(error.message)
  // The socket of a database that does not run is no file.
  const isSocketGone = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  return isSocketGone || STATES.test(code) || NETWORK.has(code)
}
