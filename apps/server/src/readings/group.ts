import type { Range } from '@steading/contract/box'
import type { DeviceTime, Effect } from './intake.ts'
import type { Booking, Rows } from './journal.sql.ts'
import type { Reading } from './reading.ts'
import { gapsAfter, lacking } from './sequences.ts'
import type { Epoch } from './sequences.ts'

/** A message on its way into the journal: what of it is new. */
export interface Message {
  readonly epoch: Epoch
  /** The numbers that its items settle. */
  ranges: readonly Range[]
  /** Those that it declares missing. */
  gaps: readonly Range[]
  readings: readonly Reading[]
  effects: readonly Effect[]
  deviceTimes: readonly DeviceTime[]
  done(): void
  fail(error: Error): void
}

/** Messages of one transaction, and what they come to as rows. */
export interface Group {
  readonly messages: readonly Message[]
  readonly rows: Rows
}

/** A message without readings still takes its part of a group. */
export const sizeOf = ({ readings, effects }: Message) => readings.length + effects.length + 1
export const isEmpty = (message: Message) => sizeOf(message) === 1

/** Takes everything out but the numbers. */
export function emptied(message: Message): Message {
  message.readings = message.effects = message.deviceTimes = []
  return message
}

/** Takes out what is stored already, as its epoch knows it; answers the messages that are left, and those that are not. */
export function withoutStored(messages: readonly Message[]) {
  for (const message of messages) {
    message.ranges = lacking(message.epoch, message.ranges)
    message.gaps = lacking(message.epoch, message.gaps)
    const isLacking = ({ seq }: { readonly seq: number }) => message.ranges.some(([a, b]) => seq >= a && seq <= b)
    message.readings = message.readings.filter(isLacking)
    message.effects = message.effects.filter(isLacking)
    message.deviceTimes = message.deviceTimes.filter(isLacking)
  }
  const isStored = ({ ranges, gaps }: Message) => ranges.length === 0 && gaps.length === 0
  return { left: messages.filter(message => !isStored(message)), stored: messages.filter(isStored) }
}

export function groupOf(messages: readonly Message[]): Group {
  const sequences = new Map<Epoch, Booking & { readonly ranges: Range[]; gaps: readonly Range[] }>()
  const readings: Reading[] = []
  const effects: Rows['effects'][number][] = []
  const deviceTimes: Rows['deviceTimes'][number][] = []
  for (const message of messages) {
    const { epoch } = message
    const of = { terminalId: epoch.terminalId, epoch: epoch.epoch }
    const booked = sequences.get(epoch) ?? { ...of, ranges: [], gaps: [] }
    booked.ranges.push(...message.ranges)
    booked.gaps = gapsAfter(booked.gaps, message.ranges, message.gaps)
    sequences.set(epoch, booked)
    for (const reading of message.readings) readings.push(reading)
    for (const effect of message.effects) effects.push({ ...effect, ...of })
    for (const time of message.deviceTimes) deviceTimes.push({ ...time, ...of })
  }
  return { messages, rows: { readings, effects, deviceTimes, sequences: [...sequences.values()] } }
}
