import { offsetOf } from '@steading/locales/zones'

/** The wall time of a moment in a zone, written as if it were UTC (ms). */
export const wallOf = (at: number, zone: string): number => at + offsetOf(zone, new Date(at)) * 60_000

/** The moment when a zone's clock shows this wall time (ms since 1970 as if it were UTC). */
export function unwall(wall: number, zone: string): number {
  const offset = (at: number) => wallOf(at, zone) - at
  return wall - offset(wall - offset(wall))
}

/** The moment at which the clock of another zone shows what that of one zone shows now (ISO UTC). */
export const sameWallTime = (at: string, from: string, to: string): string =>
  new Date(unwall(wallOf(Date.parse(at), from), to)).toISOString()

const day = 86_400_000

/** The first moment when a zone's clock shows this wall time; where the clock jumps over it, the moment of that jump. */
function firstAt(wall: number, zone: string): number {
  const as = (at: number) => wall - (wallOf(at, zone) - at)
  const yesterday = as(wall - day)
  const tomorrow = as(wall + day)
  const first = Math.min(yesterday, tomorrow)
  return wallOf(first, zone) === wall ? first : Math.max(yesterday, tomorrow)
}

/** The day of a moment in a zone: YYYY-MM-DD. */
export const dayOf = (at: string | number, zone: string): string =>
  new Date(wallOf(typeof at === 'number' ? at : Date.parse(at), zone)).toISOString().slice(0, 10)

/** The first moment of a day in a zone. Undefined for what is no day. */
export function dayStart(text: string, zone: string): string | undefined {
  const wall = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(wall) ? undefined : new Date(firstAt(wall, zone)).toISOString()
}

/** The last moment of a day in a zone. */
export function dayEnd(text: string, zone: string): string | undefined {
  const wall = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(wall) ? undefined : new Date(firstAt(wall + day, zone) - 1).toISOString()
}
