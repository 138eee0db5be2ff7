/** The number that a text means so far, with a point as the decimal mark; undefined while it means none. */
export function readNumber(typed: string): number | undefined {
  const read = Number(typed)
  return typed.trim() === '' || Number.isNaN(read) ? undefined : read
}

/** What stands in a field of numbers: what is being typed as long as it means the value, else the value. */
export const shownNumber = (typed: string | undefined, value: number | undefined): string | number =>
  typed !== undefined && readNumber(typed) === value ? typed : (value ?? '')
