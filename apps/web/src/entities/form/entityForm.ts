import {
  CHOSEN_STATUSES,
  CreateEntity,
  EditEntity,
  type Entity,
  type EntityType,
  entityProblems,
  isTenant,
} from '@steading/contract/entities/entities'
import type { Billing } from '@steading/contract/production/billing'
import type { UseFormReturnType } from '@mantine/form'
import { z } from 'zod'

/** Every entry left blank is '' or, of a country, null. */
export type BillingValues = { readonly [K in keyof Billing]: K extends 'country' ? Billing[K] : string }

/** An entity as its form holds it while it is filled in. */
export interface EntityFormValues {
  name: string
  code: string
  status: (typeof CHOSEN_STATUSES)[number]
  responsibleUserIds: readonly string[]
  entityInfo: string
  billingInformation: BillingValues | null
  area: number | undefined
  usableArea: number | undefined
  height: number | undefined
  ventilationCapacity: number | undefined
  distressTemperature: number | undefined
  lethalTemperature: number | undefined
  latitude: number | undefined
  longitude: number | undefined
  areaBoundaries: string | null
  tagIds: readonly string[]
  timeZone: string | undefined
  /** A new one. */
  picture: File | null
}
export interface NewEntityValues extends EntityFormValues {
  type: EntityType | null
  parentId: string | null
}
export interface EditEntityValues extends EntityFormValues {
  removeImage: boolean
  version: number
}

/** A form of an entity, for entries that are the same of a new one and of one that is changed. */
export type EntityFormState = UseFormReturnType<EntityFormValues>

const emptyBilling: BillingValues = {
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

export const toBillingValues = (type: EntityType | null, billing: Billing | null = null): BillingValues | null => {
  if (!type || !isTenant(type)) return null
  const { country = null, ...texts } = billing ?? {}
  const filled = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text ?? '']))
  return { ...emptyBilling, ...filled, country }
}

export const emptyValues = (type: EntityType | null, parentId: string | null): NewEntityValues => ({
  type,
  parentId,
  name: '',
  code: '',
  status: 'ACTIVE',
  responsibleUserIds: [],
  entityInfo: '',
  billingInformation: toBillingValues(type),
  area: undefined,
  usableArea: undefined,
  height: undefined,
  ventilationCapacity: undefined,
  distressTemperature: undefined,
  lethalTemperature: undefined,
  latitude: undefined,
  longitude: undefined,
  areaBoundaries: null,
  tagIds: [],
  timeZone: undefined,
  picture: null,
})

/** What stays for another one of the same kind. */
export const nextValues = (values: NewEntityValues): NewEntityValues => ({
  ...emptyValues(values.type, values.parentId),
  status: values.status,
  responsibleUserIds: values.responsibleUserIds,
  tagIds: values.tagIds,
  timeZone: values.timeZone,
  billingInformation: values.billingInformation,
})

export const toFormValues = (entity: Entity): EditEntityValues => ({
  name: entity.name,
  code: entity.code ?? '',
  status: CHOSEN_STATUSES.find(status => status === entity.status) ?? 'ACTIVE',
  responsibleUserIds: entity.responsibleUsers.map(user => user.userId),
  entityInfo: entity.entityInfo ?? '',
  billingInformation: toBillingValues(entity.type, entity.billingInformation),
  area: entity.area ?? undefined,
  usableArea: entity.usableArea ?? undefined,
  height: entity.height ?? undefined,
  ventilationCapacity: entity.ventilationCapacity ?? undefined,
  distressTemperature: entity.distressTemperature ?? undefined,
  lethalTemperature: entity.lethalTemperature ?? undefined,
  latitude: entity.latitude ?? undefined,
  longitude: entity.longitude ?? undefined,
  areaBoundaries: entity.areaBoundaries,
  tagIds: entity.tags.map(tag => tag.id),
  timeZone: entity.timeZone,
  picture: null,
  removeImage: false,
  version: entity.version,
})

const picture = { picture: z.custom<File>(value => value instanceof File).nullable() }
export const newSchema = CreateEntity.safeExtend(picture)
export const editSchema = (type: EntityType) =>
  EditEntity.extend(picture).superRefine((wish, context) => {
    for (const { field, code } of entityProblems(type, wish))
      context.addIssue({ code: 'custom', path: [field], message: code, input: wish[field] })
  })

/** What leaves a form for the call: entries that were left blank are none, the picture travels beside it. */
export const toRequest = <E extends EntityFormValues>({ picture: file, code, entityInfo, ...rest }: E) => ({
  body: {
    ...rest,
    code: code.trim() === '' ? null : code.trim().toUpperCase(),
    entityInfo: entityInfo.trim() === '' ? null : entityInfo,
    responsibleUserIds: [...rest.responsibleUserIds],
    tagIds: [...rest.tagIds],
  },
  files: file ? [file] : [],
})

type ComparedFields = Exclude<keyof EntityFormValues, 'picture'>
const comparedFields = Object.keys(enteredKeys()) as ComparedFields[] // safe: the table's own keys
function enteredKeys(): Record<ComparedFields, 0> {
  return {
    name: 0,
    code: 0,
    status: 0,
    responsibleUserIds: 0,
    entityInfo: 0,
    billingInformation: 0,
    area: 0,
    usableArea: 0,
    height: 0,
    ventilationCapacity: 0,
    distressTemperature: 0,
    lethalTemperature: 0,
    latitude: 0,
    longitude: 0,
    areaBoundaries: 0,
    tagIds: 0,
    timeZone: 0,
  }
}

/** The entries that somebody else has changed between two states. */
export const changedBetween = (before: EntityFormValues, after: EntityFormValues): readonly ComparedFields[] =>
  comparedFields.filter(key => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
