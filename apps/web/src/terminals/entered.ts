import type { UseFormReturnType } from '@mantine/form'
import { TERMINAL_PROFILES, type TerminalDetails, terminals } from '@steading/contract/terminals'

/** A smart box as its form holds it while it is filled in. */
export interface Entered {
  displayName: string
  entityId: string | null
  profile: string | null
  timeOut: number | undefined
  timeZone: string | undefined
}
/** Of a box that carries a label. */
export interface Label {
  uid: string
  claimCode: string
}
export type EnteredNew = Entered & Label
export type EnteredEdit = Entered & { version: number }
export type TerminalForm = UseFormReturnType<Entered>

const quarterOfAnHour = 900

export const blank = (timeZone: string, entityId: string | null): EnteredNew => ({
  displayName: '',
  entityId,
  profile: TERMINAL_PROFILES[0],
  timeOut: quarterOfAnHour,
  timeZone,
  ...noLabel,
})
/** The zone that the form of a new box shows: that of its place, until the person has set one. */
export const zoneAt = (shown: string | undefined, ofPlace: string | undefined, isOwn: boolean): string | undefined =>
  isOwn ? shown : (ofPlace ?? shown)
export const noLabel: Label = { uid: '', claimCode: '' }

export const enteredOf = (of: TerminalDetails): EnteredEdit => ({
  displayName: of.displayName,
  entityId: of.rootEntity.id,
  profile: of.profile,
  timeOut: of.timeOut,
  timeZone: of.timeZone,
  version: of.version,
})

/** An entry of a label that was left blank is none. */
export const labelOf = ({ uid, claimCode }: Label) => ({
  uid: uid.trim().toLowerCase() || undefined,
  claimCode: claimCode.trim() || undefined,
})

export const newWish = (values: EnteredNew) => ({ ...values, ...labelOf(values) })
export const createBody = terminals.create.body
export const editBody = terminals.edit.body

const fields = ['displayName', 'entityId', 'profile', 'timeOut', 'timeZone'] as const
export type Field = (typeof fields)[number]

/** The entries that somebody else has changed between two states. */
export const changedBetween = (before: Entered, after: Entered): readonly Field[] =>
  fields.filter(field => before[field] !== after[field])
