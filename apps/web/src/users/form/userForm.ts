import type { CountryCode } from '@steading/contract/users/countryCodes'
import type { Language } from '@steading/contract/users/languages'
import type { DateFormat, NumberFormat } from '@steading/contract/users/notation'
import { type Contact, CreateUser, EditSelf, EditUser, type UserDetails } from '@steading/contract/users/users'
import type { UseFormReturnType } from '@mantine/form'
import { z } from 'zod'

/** Form values of a contact; empty is '', for a country null. */
export type ContactValues =
  | { readonly type: 'WORK_PHONE_NUMBER'; readonly phoneNumber: string }
  | ({ readonly type: 'POSTAL_ADDRESS'; readonly countryCodeA3: CountryCode | null } & {
      readonly [K in (typeof addressLines)[number]]: string
    })
export const addressLines = ['addressLine1', 'addressLine2', 'postalCode', 'city', 'region'] as const

/** Form values that users may change of themselves. */
export interface OwnFormValues {
  displayName: string
  shortName: string
  phone: string
  language: Language
  /** null: by the language. */
  numberFormat: NumberFormat | null
  dateFormat: DateFormat | null
  timeZone: string
  contacts: readonly ContactValues[]
  /** A new picture. */
  picture: File | null
}
export interface CreateUserValues extends OwnFormValues {
  email: string
  roleId: string | null
  rootEntityId: string | null
  /** Whether access is restricted to parts of the root entity. */
  kept: boolean
  accessEntityIds: readonly string[]
}
interface EditState {
  removeAvatar: boolean
  version: number
}
export interface EditSelfValues extends OwnFormValues, EditState {}
export interface EditUserValues extends CreateUserValues, EditState {
  status: UserDetails['status']
}

/** Form types for fields that several forms share. */
export type OwnForm = UseFormReturnType<OwnFormValues>
export type PersonForm = UseFormReturnType<CreateUserValues>

export const emptyContact = (type: Contact['type'], country: CountryCode | null): ContactValues =>
  type === 'WORK_PHONE_NUMBER'
    ? { type, phoneNumber: '' }
    : { type, addressLine1: '', addressLine2: '', postalCode: '', city: '', region: '', countryCodeA3: country }

export const emptyValues = (rootEntityId: string | null, language: Language, timeZone: string): CreateUserValues => ({
  displayName: '',
  shortName: '',
  email: '',
  phone: '',
  language,
  numberFormat: null,
  dateFormat: null,
  timeZone,
  contacts: [],
  roleId: null,
  rootEntityId,
  kept: false,
  accessEntityIds: [],
  picture: null,
})

/** Values for another user of the same entity. */
export const nextValues = (values: CreateUserValues): CreateUserValues => ({
  ...emptyValues(values.rootEntityId, values.language, values.timeZone),
  numberFormat: values.numberFormat,
  dateFormat: values.dateFormat,
  roleId: values.roleId,
  kept: values.kept,
  accessEntityIds: values.accessEntityIds,
})

const toContactValues = (contact: Contact): ContactValues =>
  contact.type === 'WORK_PHONE_NUMBER'
    ? contact
    : {
        type: contact.type,
        addressLine1: contact.addressLine1,
        addressLine2: contact.addressLine2 ?? '',
        postalCode: contact.postalCode ?? '',
        city: contact.city ?? '',
        region: contact.region ?? '',
        countryCodeA3: contact.countryCodeA3,
      }

const toOwnValues = (userDetails: UserDetails): EditSelfValues => ({
  displayName: userDetails.displayName,
  shortName: userDetails.shortName,
  phone: userDetails.phone ?? '',
  language: userDetails.language,
  numberFormat: userDetails.numberFormat,
  dateFormat: userDetails.dateFormat,
  timeZone: userDetails.timeZone,
  contacts: userDetails.contacts.map(toContactValues),
  picture: null,
  removeAvatar: false,
  version: userDetails.version,
})

/** Form values of the own profile. */
export const toSelfValues = toOwnValues

export const toFormValues = (userDetails: UserDetails): EditUserValues => ({
  ...toOwnValues(userDetails),
  email: userDetails.email,
  roleId: userDetails.role.id,
  rootEntityId: userDetails.rootEntity.id,
  kept: userDetails.kept,
  accessEntityIds: userDetails.accessEntities.map(accessEntity => accessEntity.id),
  status: userDetails.status,
})

const picture = z.custom<File>(value => value instanceof File).nullable()
/** An empty phone number is null, not an invalid number. */
const phone = z.preprocess(value => (value === '' ? null : value), CreateUser.shape.phone)
const formFields = { phone, picture }

/** Restricted access needs at least one entity. */
const requireAccess = (
  { kept, accessEntityIds }: { kept: boolean; accessEntityIds: readonly string[] },
  context: z.RefinementCtx,
) => {
  if (kept && accessEntityIds.length === 0)
    context.addIssue({
      code: 'too_small',
      origin: 'array',
      minimum: 1,
      inclusive: true,
      path: ['accessEntityIds'],
      input: accessEntityIds,
    })
}

export const newSchema = CreateUser.extend({ ...formFields, kept: z.boolean() }).superRefine(requireAccess)
const editFields = EditUser.extend({ ...formFields, kept: z.boolean() })
export const editSchema = editFields.superRefine(requireAccess)
/** Schema of the edit form. A user whose entities were all deleted stays restricted to none until others are chosen. */
export const editSchemaOf = (values: Pick<UserDetails, 'kept' | 'accessEntities'>) =>
  values.kept && values.accessEntities.length === 0 ? editFields : editSchema
export const selfSchema = EditSelf.extend(formFields)

const emptyToNull = (text: string) => (text.trim() === '' ? null : text)

/** Request of the own profile; the picture is sent as a file. */
export const toSelfRequest = <E extends OwnFormValues>({ picture: file, phone: number, contacts, ...rest }: E) => ({
  body: { ...rest, phone: emptyToNull(number), contacts: contacts.map(contact => ({ ...contact })) },
  files: file ? [file] : [],
})

/** Request of a user form. */
export function toRequest<E extends CreateUserValues>(values: E) {
  const { body, files } = toSelfRequest(values)
  const { kept, accessEntityIds, roleId, rootEntityId, ...rest } = body
  return {
    // safe: the schema requires both
    body: { ...rest, roleId: roleId!, rootEntityId: rootEntityId!, kept, accessEntityIds: kept ? [...accessEntityIds] : [] },
    files,
  }
}

/** Fields of a user for the conflict panel; access counts as one. */
export const fields = [
  'displayName',
  'shortName',
  'email',
  'phone',
  'status',
  'rootEntityId',
  'roleId',
  'access',
  'language',
  'numberFormat',
  'dateFormat',
  'timeZone',
  'contacts',
] as const
export type Field = (typeof fields)[number]

const valueOf = (values: EditUserValues, field: Field): unknown =>
  field === 'access' ? [values.kept, values.kept && values.accessEntityIds.toSorted()] : values[field]

/** Fields that differ between two versions. */
export const changedFields = (before: EditUserValues, after: EditUserValues): readonly Field[] =>
  fields.filter(field => JSON.stringify(valueOf(before, field)) !== JSON.stringify(valueOf(after, field)))
