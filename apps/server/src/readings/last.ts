import { isLate, isUndated } from './reading.ts'
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

type Dated = Pick<Reading, 'ts' | 'epoch' | 'seq' | 'flags'>

/**
 * The newer value stands, whichever way it came: what changed during an outage is told afterwards. What came late without a time
 * of its own fills in where nothing better is known; of one instant the live one stands, and of two alike the later number.
 */
export function replaces(one: Dated, held: Dated): boolean {
  if (isUndated(one) !== isUndated(held)) return isUndated(held)
  if (one.ts !== held.ts) return one.ts > held.ts
  if (isLate(one) !== isLate(held)) return isLate(held)
  return one.epoch !== held.epoch || one.seq >= held.seq
}
