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
export function replaces(dated: Dated, lastValue: Dated): boolean {
  if (isUndated(dated) !== isUndated(lastValue)) return isUndated(lastValue)
  if (dated.ts !== lastValue.ts) return dated.ts > lastValue.ts
  if (isLate(dated) !== isLate(lastValue)) return isLate(lastValue)
  return dated.epoch !== lastValue.epoch || dated.seq >= lastValue.seq
}
