/** Two moments, ISO UTC; either may be left open. */
export interface Dates {
  readonly fromDate?: string | undefined
  readonly toDate?: string | undefined
}

/** Whether the end lies before the start: nothing can be found, and nobody need look. */
export const isBackwards = ({ fromDate, toDate }: Dates): boolean =>
  fromDate !== undefined && toDate !== undefined && Date.parse(toDate) < Date.parse(fromDate)
