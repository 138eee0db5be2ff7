import { isLate, isUndated } from '../reading.ts'
import type { Reading } from '../reading.ts'

/** The newest reading of each interface since the start; up to a second fresher than the table. */
export interface LastValues {
  take(reading: Reading): void
  get(interfaceId: number): Reading | undefined
}

export function createLastValues(): LastValues {
  const newest = new Map<number, Reading>()
  return {
    take(reading) {
      const newestReading = newest.get(reading.interfaceId)
      if (newestReading === undefined || replaces(reading, newestReading)) newest.set(reading.interfaceId, reading)
    },
    get: id => newest.get(id),
  }
}

type Dated = Pick<Reading, 'ts' | 'epoch' | 'seq' | 'flags'>

/**
 * Does a reading replace the last value? The newer time wins, live or late: changes during an outage are sent afterwards. A late
 * reading without a time of its own only fills in where nothing better is known. At the same time the live one wins, then the
 * higher sequence number.
 */
export function replaces(dated: Dated, held: Dated): boolean {
  if (isUndated(dated) !== isUndated(held)) return isUndated(held)
  if (dated.ts !== held.ts) return dated.ts > held.ts
  if (isLate(dated) !== isLate(held)) return isLate(held)
  return dated.epoch !== held.epoch || dated.seq >= held.seq
}
