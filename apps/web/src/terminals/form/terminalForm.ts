import type { UseFormReturnType } from '@mantine/form'
import { TERMINAL_PROFILES, type TerminalDetails, terminals } from '@steading/contract/devices/terminals'

/** Form values of a terminal. */
export interface TerminalFormValues {
  displayName: string
  entityId: string | null
  profile: string | null
  timeOut: number | undefined
  timeZone: string | undefined
}
/** Printed label of a terminal. */
export interface Label {
  uid: string
  claimCode: string
}
export type CreateTerminalValues = TerminalFormValues & Label
export type EditTerminalValues = TerminalFormValues & { version: number }
export type TerminalForm = UseFormReturnType<TerminalFormValues>

const quarterOfAnHour = 900

export const emptyValues = (timeZone: string, entityId: string | null): CreateTerminalValues => ({
  displayName: '',
  entityId,
  profile: TERMINAL_PROFILES[0],
  timeOut: quarterOfAnHour,
  timeZone,
  ...noLabel,
})
/** Time zone in the form of a new terminal: that of its entity, until the user chooses one. */
export const zoneAt = (shown: string | undefined, ofPlace: string | undefined, isOwn: boolean): string | undefined =>
  isOwn ? shown : (ofPlace ?? shown)
export const noLabel: Label = { uid: '', claimCode: '' }

export const toFormValues = (terminalDetails: TerminalDetails): EditTerminalValues => ({
  displayName: terminalDetails.displayName,
  entityId: terminalDetails.rootEntity.id,
  profile: terminalDetails.profile,
  timeOut: terminalDetails.timeOut,
  timeZone: terminalDetails.timeZone,
  version: terminalDetails.version,
})

/** Label in a request; empty fields are left out. */
export const labelOf = ({ uid, claimCode }: Label) => ({
  uid: uid.trim().toLowerCase() || undefined,
  claimCode: claimCode.trim() || undefined,
})

export const toCreateRequest = (values: CreateTerminalValues) => ({ ...values, ...labelOf(values) })
export const createBody = terminals.create.body
export const editBody = terminals.edit.body

const fields = ['displayName', 'entityId', 'profile', 'timeOut', 'timeZone'] as const
export type Field = (typeof fields)[number]

/** Fields that differ between two versions. */
export const changedFields = (before: TerminalFormValues, after: TerminalFormValues): readonly Field[] =>
  fields.filter(field => before[field] !== after[field])
