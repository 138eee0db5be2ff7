/**
 * When: by a preset that counts back from now, or by dates (ISO UTC). Neither means the preset that the list has by itself, or
 * whenever, where it has none.
 */
export interface Period<P extends string> {
  readonly lastTime?: P | undefined
  readonly fromDate?: string | undefined
  readonly toDate?: string | undefined
}

/** A preset takes the place of both dates; that of the list itself need not be said. */
export const byPreset = <P extends string>(lastTime: P | undefined, standard: P | undefined): Period<P> => ({
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
export function asked<P extends string>({ lastTime, fromDate, toDate }: Period<P>, standard: P | undefined): Period<P> {
  if (lastTime !== undefined || (fromDate === undefined && toDate === undefined)) return { lastTime: lastTime ?? standard }
  return { fromDate, toDate }
}
