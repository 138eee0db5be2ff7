import { isDatabaseUnavailable } from '../../apps/server/src/platform/database/connection/availability.ts'

const LEVELS: Readonly<Record<number, string>> = { 40: 'warning', 50: 'error', 60: 'fatal' }

/** A line of a program's log for people: when, and what, in one line. What is no log line stays as it is. */
export function inWords(line: string): string[] {
  const log = parsed(line)
  if (!log) return [line]
  // While the database is away every call fails for the same reason; that it went and that it is back is said once each.
  if (isOfDatabase(log)) return []
  const { level, time, msg, box, err, reason } = log
  const at = typeof time === 'number' ? new Date(time).toTimeString().slice(0, 8) : ''
  const who = typeof box === 'string' ? `box ${box}: ` : ''
  const why = messageOf(err) ?? (typeof reason === 'string' ? reason : undefined)
  const level_ = LEVELS[Number(level)]
  const words = [at, level_ && `${level_}:`, `${who}${String(msg)}${why && why !== msg ? ` (${why})` : ''}`]
  return [words.filter(Boolean).join('  ').split('\n')[0]!]
}

function parsed(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    const log: unknown = JSON.parse(line)
    return typeof log === 'object' && log !== null && 'msg' in log ? { ...log } : undefined
  } catch {
    return undefined
  }
}

const messageOf = (err: unknown): string | undefined =>
  typeof err === 'object' && err !== null && 'message' in err && typeof err.message === 'string' ? err.message : undefined

function isOfDatabase({ msg, err, reason, box }: Record<string, unknown>): boolean {
  // So the broker turns boxes away meanwhile; they come again by themselves.
  if (String(msg).startsWith('database connection lost') || (box !== undefined && String(msg).endsWith('Server unavailable')))
    return true
  const message = messageOf(err) ?? (typeof reason === 'string' ? reason : undefined)
  if (message === undefined) return false
  const code = typeof err === 'object' && err !== null && 'code' in err ? err.code : undefined
  return isDatabaseUnavailable(Object.assign(new Error(message), code !== undefined && { code }))
}
