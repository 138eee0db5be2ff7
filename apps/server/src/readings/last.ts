import { isLate } from './reading.ts'
import type { Reading } from './reading.ts'

/** The newest reading of each interface since the start, fresher than the table by the second that the projection gathers. */
export interface LastValues {
  take(reading: Reading): void
  get(interfaceId: number): Reading | undefined
}

export function lastValues(): LastValues {
  const newest = new Map<number, Reading>()
  return {
    take(reading) {
      const held = newest.get(reading.interfaceId)
      if (held === undefined || replaces(reading, held)) newest.set(reading.interfaceId, reading)
    },
    get: id => newest.get(id),
  }
}

type Dated = Pick<Reading, 'ts' | 'flags'>

/** A live value gives way to a newer live one only; what came late fills in where nothing live is known. */
export const replaces = (one: Dated, held: Dated): boolean => (isLate(one) === isLate(held) ? one.ts >= held.ts : !isLate(one))
