import {
  CHOSEN_STATUSES,
  CreateEntity,
  EditEntity,
  type Entity,
  type EntityType,
  entityProblems,
  isTenant,
} from '@steading/contract/entities'
import type { Billing } from '@steading/contract/billing'
import type { UseFormReturnType } from '@mantine/form'
import { z } from 'zod'

/** Every entry left blank is '' or, of a country, null. */
export type EnteredBilling = { readonly [K in keyof Billing]: K extends 'country' ? Billing[K] : string }

/** An entity as its form holds it while it is filled in. */
export interface Entered {
  name: string
  code: string
  status: (typeof CHOSEN_STATUSES)[number]
  responsibleUserIds: readonly string[]
  entityInfo: string
  billingInformation: EnteredBilling | null
  area: number | undefined
  usableArea: number | undefined
  latitude: number | undefined
  longitude: number | undefined
  areaBoundaries: string | null
  tagIds: readonly string[]
  timeZone: string | undefined
  /** A new one. */
  picture: File | null
}
export interface EnteredNew extends Entered {
  type: EntityType | null
  parentId: string | null
}
export interface EnteredEdit extends Entered {
  removeImage: boolean
  version: number
}

/** A form of an entity, for entries that are the same of a new one and of one that is changed. */
export type EntityFormState = UseFormReturnType<Entered>

const blankBilling: EnteredBilling = {
  name: '',
  email: '',
  fax: '',
  phoneNumber: '',
  addressLine1: '',
  addressLine2: '',
  postalCode: '',
  city: '',
  region: '',
  vat: '',
  iban: '',
  bicSwiftIso9362: '',
  country: null,
}

export const billingOf = (type: EntityType | null, billing: Billing | null = null): EnteredBilling | null => {
  if (!type || !isTenant(type)) return null
  const { country = null, ...texts } = billing ?? {}
  const filled = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text ?? '']))
  return { ...blankBilling, ...filled, country }
}

export const blank = (type: EntityType | null, parentId: string | null): EnteredNew => ({
  type,
  parentId,
  name: '',
  code: '',
  status: 'ACTIVE',
  responsibleUserIds: [],
  entityInfo: '',
  billingInformation: billingOf(type),
  area: undefined,
  usableArea: undefined,
  latitude: undefined,
  longitude: undefined,
  areaBoundaries: null,
  tagIds: [],
  timeZone: undefined,
  picture: null,
})

/** What stays for another one of the same kind. */
export const another = (of: EnteredNew): EnteredNew => ({
  ...blank(of.type, of.parentId),
  status: of.status,
  responsibleUserIds: of.responsibleUserIds,
  tagIds: of.tagIds,
  timeZone: of.timeZone,
  billingInformation: of.billingInformation,
})

export const enteredOf = (of: Entity): EnteredEdit => ({
  name: of.name,
  code: of.code ?? '',
  status: CHOSEN_STATUSES.find(one => one === of.status) ?? 'ACTIVE',
  responsibleUserIds: of.responsibleUsers.map(one => one.userId),
  entityInfo: of.entityInfo ?? '',
  billingInformation: billingOf(of.type, of.billingInformation),
  area: of.area ?? undefined,
  usableArea: of.usableArea ?? undefined,
  latitude: of.latitude ?? undefined,
  longitude: of.longitude ?? undefined,
  areaBoundaries: of.areaBoundaries,
  tagIds: of.tags.map(one => one.id),
  timeZone: of.timeZone,
  picture: null,
  removeImage: false,
  version: of.version,
})

const picture = { picture: z.custom<File>(value => value instanceof File).nullable() }
export const newSchema = CreateEntity.safeExtend(picture)
export const editSchema = (type: EntityType) =>
  EditEntity.extend(picture).superRefine((wish, context) => {
    for (const { field, code } of entityProblems(type, wish))
      context.addIssue({ code: 'custom', path: [field], message: code, input: wish[field] })
  })

/** What leaves a form for the call: entries that were left blank are none, the picture travels beside it. */
export const wishOf = <E extends Entered>({ picture: file, code, entityInfo, ...rest }: E) => ({
  body: {
    ...rest,
    code: code.trim() === '' ? null : code.trim().toUpperCase(),
    entityInfo: entityInfo.trim() === '' ? null : entityInfo,
    responsibleUserIds: [...rest.responsibleUserIds],
    tagIds: [...rest.tagIds],
  },
  files: file ? [file] : [],
})

type Kept = Exclude<keyof Entered, 'picture'>
const kept = Object.keys(enteredKeys()) as Kept[] // safe: the table's own keys
function enteredKeys(): Record<Kept, 0> {
  return {
    ...{ name: 0, code: 0, status: 0, responsibleUserIds: 0, entityInfo: 0, billingInformation: 0, area: 0, usableArea: 0 },
    ...{ latitude: 0, longitude: 0, areaBoundaries: 0, tagIds: 0, timeZone: 0 },
  }
}

/** The entries that somebody else has changed between two states. */
export const changedBetween = (before: Entered, after: Entered): readonly Kept[] =>
  kept.filter(key => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
