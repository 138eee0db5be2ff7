import { wallTimes } from '../chart/wall.ts'

/** When: by a preset that counts back from now, or by dates (ISO UTC). Neither means the preset that the list has by itself. */
export interface Period<P extends string> {
  readonly lastTime?: P | undefined
  readonly fromDate?: string | undefined
  readonly toDate?: string | undefined
}

/** A preset takes the place of both dates; that of the list itself need not be said. */
export const byPreset = <P extends string>(lastTime: P | undefined, standard: P): Period<P> => ({
  lastTime: lastTime === standard ? undefined : lastTime,
  fromDate: undefined,
  toDate: undefined,
})

/** A date takes the place of the preset; once both dates are cleared, the preset of the list is back. */
export const byDates = <P extends string>(
  { fromDate, toDate }: Period<P>,
  change: Pick<Period<P>, 'fromDate' | 'toDate'>,
): Period<P> => ({ fromDate, toDate, ...change, lastTime: undefined })

/** What the list asks for. A preset goes before dates. */
export function asked<P extends string>({ lastTime, fromDate, toDate }: Period<P>, standard: P): Period<P> {
  if (lastTime !== undefined || (fromDate === undefined && toDate === undefined)) return { lastTime: lastTime ?? standard }
  return { fromDate, toDate }
}

/** The day of a moment in a zone, as date entries write it: YYYY-MM-DD. */
export const dayOf = (iso: string, zone: string): string =>
  new Date(wallTimes([Date.parse(iso)], zone)[0] ?? 0).toISOString().slice(0, 10)

/** The moment when a zone's clock shows this time (ms since 1970 as if it were UTC). */
function unwall(wall: number, zone: string): number {
  const offset = (at: number) => (wallTimes([at], zone)[0] ?? at) - at
  return wall - offset(wall - offset(wall))
}

const day = 86_400_000

/** The first moment of a day in a zone. Undefined for what is no day. */
export function dayStart(text: string, zone: string): string | undefined {
  const wall = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(wall) ? undefined : new Date(unwall(wall, zone)).toISOString()
}

/** The last moment of a day in a zone. */
export function dayEnd(text: string, zone: string): string | undefined {
  const wall = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(wall) ? undefined : new Date(unwall(wall + day, zone) - 1).toISOString()
}
