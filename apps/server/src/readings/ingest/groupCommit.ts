import type { Range } from '@steading/contract/box/messages'
import type { DeviceTime, JournalEffect } from './intake.ts'
import type { Booking, Rows } from './journal.sql.ts'
import type { Reading } from '../reading.ts'
import { gapsAfter, missingRanges } from './sequences.ts'
import type { Epoch } from './sequences.ts'

/** A message in flight into the journal: the new parts of it. */
export interface Message {
  readonly epoch: Epoch
  /** Sequence numbers of its items. */
  ranges: readonly Range[]
  /** Sequence numbers that it declares missing. */
  gaps: readonly Range[]
  readings: readonly Reading[]
  effects: readonly JournalEffect[]
  deviceTimes: readonly DeviceTime[]
  done(): void
  fail(error: Error): void
}

/** Messages of one transaction, and their rows. */
export interface Group {
  readonly messages: readonly Message[]
  readonly rows: Rows
}

/** A message without readings still counts as one row. */
export const sizeOf = ({ readings, effects }: Message) => readings.length + effects.length + 1
export const isEmpty = (message: Message) => sizeOf(message) === 1

/** Removes all rows; the sequence numbers stay. */
export function withoutRows(message: Message): Message {
  message.readings = message.effects = message.deviceTimes = []
  return message
}

/**
 * Removes the parts that are stored already by the knowledge of the epoch. Answers the messages with parts left, and those
 * without.
 */
export function withoutStored(messages: readonly Message[]) {
  for (const message of messages) {
    message.ranges = missingRanges(message.epoch, message.ranges)
    message.gaps = missingRanges(message.epoch, message.gaps)
    const isMissing = ({ seq }: { readonly seq: number }) => message.ranges.some(([a, b]) => seq >= a && seq <= b)
    message.readings = message.readings.filter(isMissing)
    message.effects = message.effects.filter(isMissing)
    message.deviceTimes = message.deviceTimes.filter(isMissing)
  }
  const isStored = ({ ranges, gaps }: Message) => ranges.length === 0 && gaps.length === 0
  return { left: messages.filter(message => !isStored(message)), stored: messages.filter(isStored) }
}

export function createGroup(messages: readonly Message[]): Group {
  const sequences = new Map<Epoch, Booking & { readonly ranges: Range[]; gaps: readonly Range[] }>()
  const readings: Reading[] = []
  const effects: Rows['effects'][number][] = []
  const deviceTimes: Rows['deviceTimes'][number][] = []
  for (const message of messages) {
    const { epoch } = message
    const of = { terminalId: epoch.terminalId, epoch: epoch.epoch }
    const booking = sequences.get(epoch) ?? { ...of, ranges: [], gaps: [] }
    booking.ranges.push(...message.ranges)
    booking.gaps = gapsAfter(booking.gaps, message.ranges, message.gaps)
    sequences.set(epoch, booking)
    for (const reading of message.readings) readings.push(reading)
    for (const effect of message.effects) effects.push({ ...effect, ...of })
    for (const time of message.deviceTimes) deviceTimes.push({ ...time, ...of })
  }
  return { messages, rows: { readings, effects, deviceTimes, sequences: [...sequences.values()] } }
}
