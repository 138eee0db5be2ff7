import type { CountryCode } from '@steading/contract/country-codes'
import type { Language } from '@steading/contract/languages'
import type { DateFormat, NumberFormat } from '@steading/contract/notation'
import { type Contact, CreateUser, EditSelf, EditUser, type UserDetails } from '@steading/contract/users'
import type { UseFormReturnType } from '@mantine/form'
import { z } from 'zod'

/** A contact as its form holds it: what was left blank is '' or, of a country, null. */
export type EnteredContact =
  | { readonly type: 'WORK_PHONE_NUMBER'; readonly phoneNumber: string }
  | ({ readonly type: 'POSTAL_ADDRESS'; readonly countryCodeA3: CountryCode | null } & {
      readonly [K in (typeof addressLines)[number]]: string
    })
export const addressLines = ['addressLine1', 'addressLine2', 'postalCode', 'city', 'region'] as const

/** What people may change of themselves, as its form holds it. */
export interface EnteredOwn {
  displayName: string
  shortName: string
  phone: string
  language: Language
  /** null: as the language has it. */
  numberFormat: NumberFormat | null
  dateFormat: DateFormat | null
  timeZone: string
  contacts: readonly EnteredContact[]
  /** A new picture. */
  picture: File | null
}
export interface EnteredNew extends EnteredOwn {
  email: string
  roleId: string | null
  rootEntityId: string | null
  /** To parts of the root; else the person sees all of it. */
  kept: boolean
  accessEntityIds: readonly string[]
}
interface Edited {
  removeAvatar: boolean
  version: number
}
export interface EnteredSelf extends EnteredOwn, Edited {}
export interface EnteredEdit extends EnteredNew, Edited {
  status: UserDetails['status']
}

/** Forms of people, for entries that are the same in several of them. */
export type OwnForm = UseFormReturnType<EnteredOwn>
export type PersonForm = UseFormReturnType<EnteredNew>

export const blankContact = (type: Contact['type'], country: CountryCode | null): EnteredContact =>
  type === 'WORK_PHONE_NUMBER'
    ? { type, phoneNumber: '' }
    : { type, addressLine1: '', addressLine2: '', postalCode: '', city: '', region: '', countryCodeA3: country }

export const blank = (rootEntityId: string | null, language: Language, timeZone: string): EnteredNew => ({
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

/** What stays for another person of the same place. */
export const another = (of: EnteredNew): EnteredNew => ({
  ...blank(of.rootEntityId, of.language, of.timeZone),
  numberFormat: of.numberFormat,
  dateFormat: of.dateFormat,
  roleId: of.roleId,
  kept: of.kept,
  accessEntityIds: of.accessEntityIds,
})

const contactOf = (contact: Contact): EnteredContact =>
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

const ownOf = (of: UserDetails): EnteredSelf => ({
  displayName: of.displayName,
  shortName: of.shortName,
  phone: of.phone ?? '',
  language: of.language,
  numberFormat: of.numberFormat,
  dateFormat: of.dateFormat,
  timeZone: of.timeZone,
  contacts: of.contacts.map(contactOf),
  picture: null,
  removeAvatar: false,
  version: of.version,
})

/** Oneself as the form holds it. */
export const enteredSelf = ownOf

export const enteredOf = (of: UserDetails): EnteredEdit => ({
  ...ownOf(of),
  email: of.email,
  roleId: of.role.id,
  rootEntityId: of.rootEntity.id,
  kept: of.kept,
  accessEntityIds: of.accessEntities.map(one => one.id),
  status: of.status,
})

const picture = z.custom<File>(value => value instanceof File).nullable()
/** An entry that was left blank is no number, rather than a wrong one. */
const phone = z.preprocess(value => (value === '' ? null : value), CreateUser.shape.phone)
const entered = { phone, picture }

/** Nobody is kept to nothing by a slip. */
const keptToSomething = (
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

export const newSchema = CreateUser.extend({ ...entered, kept: z.boolean() }).superRefine(keptToSomething)
const edited = EditUser.extend({ ...entered, kept: z.boolean() })
export const editSchema = edited.superRefine(keptToSomething)
/** Whoever is kept to parts that are all gone stays so until somebody chooses others. */
export const editSchemaOf = (of: Pick<UserDetails, 'kept' | 'accessEntities'>) =>
  of.kept && of.accessEntities.length === 0 ? edited : editSchema
export const selfSchema = EditSelf.extend(entered)

const without = (text: string) => (text.trim() === '' ? null : text)

/** What leaves a form of oneself for the call; the picture travels beside it. */
export const selfWishOf = <E extends EnteredOwn>({ picture: file, phone: number, contacts, ...rest }: E) => ({
  body: { ...rest, phone: without(number), contacts: contacts.map(one => ({ ...one })) },
  files: file ? [file] : [],
})

/** What leaves a form of somebody for the call. */
export function wishOf<E extends EnteredNew>(of: E) {
  const { body, files } = selfWishOf(of)
  const { kept, accessEntityIds, roleId, rootEntityId, ...rest } = body
  return {
    // safe: the schema has seen to both
    body: { ...rest, roleId: roleId!, rootEntityId: rootEntityId!, kept, accessEntityIds: kept ? [...accessEntityIds] : [] },
    files,
  }
}

/** The entries of a person, where access is one. */
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

const valueOf = (of: EnteredEdit, field: Field): unknown =>
  field === 'access' ? [of.kept, of.kept && of.accessEntityIds.toSorted()] : of[field]

/** The entries that somebody else has changed between two states. */
export const changedBetween = (before: EnteredEdit, after: EnteredEdit): readonly Field[] =>
  fields.filter(field => JSON.stringify(valueOf(before, field)) !== JSON.stringify(valueOf(after, field)))
