import {
  type Batch,
  type BatchDetails,
  BATCH_SOURCES,
  type BatchSource,
  CreateBatch,
  EditBatch,
  type ProductionClass,
} from '@steading/contract/production/batches'
import { type FieldProblem, check } from '@steading/contract/http/problem'
import { DEFAULT_PRODUCTION_TYPE, isSameSpecies, type SpeciesCode } from '@steading/contract/production/species'
import type { Translate } from '@steading/locales/text'
import type { z } from 'zod'
import { problemWords } from '../../platform/api/failures.ts'

/** A batch as its form holds it: times in ISO UTC, kg, m²; no interfaces: the default ones of the house. */
export interface BatchFormValues {
  entityId: string | null
  species: SpeciesCode | null
  openDate: string | null
  /** Of a closed batch; else null. */
  closeDate: string | null
  productionTypeId: number
  productionClass: ProductionClass | null
  geneticsId: string | null
  productionCurveId: string | null
  usableArea: number | undefined
  targetWeight: number | undefined
  siloInterfaceIds: readonly string[]
  waterInterfaceIds: readonly string[]
  feedInterfaceIds: readonly string[]
  files: readonly File[]
  /** Names of stored attachments that go. */
  removed: readonly string[]
}

/** The first day and the last one. */
export type Days = Pick<BatchFormValues, 'openDate' | 'closeDate'>
export type DayField = keyof Days

export const SOURCE_FIELDS = {
  SILO: 'siloInterfaceIds',
  WATER: 'waterInterfaceIds',
  FEED: 'feedInterfaceIds',
} as const satisfies Record<BatchSource, keyof BatchFormValues>

const minute = 60_000
/** Clock skew that the server tolerates too, ms. */
const AHEAD = 5 * minute

/** A new batch opens now, to the minute, and is of the default production type. */
export const emptyValues = (entityId: string | null, now: number): BatchFormValues => ({
  entityId,
  species: null,
  openDate: new Date(now - (now % minute)).toISOString(),
  closeDate: null,
  productionTypeId: DEFAULT_PRODUCTION_TYPE,
  productionClass: null,
  geneticsId: null,
  productionCurveId: null,
  usableArea: undefined,
  targetWeight: undefined,
  siloInterfaceIds: [],
  waterInterfaceIds: [],
  feedInterfaceIds: [],
  files: [],
  removed: [],
})

/** What the edit form holds of a batch: default interfaces of the house are not chosen ones. */
export function toFormValues(batch: BatchDetails): BatchFormValues {
  const chosen = (source: BatchSource) => (batch.defaultInterfaces.includes(source) ? [] : batch[SOURCE_FIELDS[source]])
  return {
    entityId: batch.entity.id,
    species: batch.species.value,
    openDate: batch.openDate,
    closeDate: batch.closeDate,
    productionTypeId: batch.productionType.id,
    productionClass: batch.productionClass,
    geneticsId: batch.genetics?.id ?? null,
    productionCurveId: batch.productionCurve?.id ?? null,
    usableArea: batch.usableArea ?? undefined,
    targetWeight: batch.targetWeight ?? undefined,
    siloInterfaceIds: chosen('SILO'),
    waterInterfaceIds: chosen('WATER'),
    feedInterfaceIds: chosen('FEED'),
    files: [],
    removed: [],
  }
}

/** What create and edit send alike; an empty entry is null. */
const toFields = (values: BatchFormValues) => ({
  productionClass: values.productionClass,
  species: values.species,
  productionTypeId: values.productionTypeId,
  geneticsId: values.geneticsId,
  productionCurveId: values.productionCurveId,
  usableArea: values.usableArea ?? null,
  targetWeight: values.targetWeight ?? null,
  ...Object.fromEntries(
    BATCH_SOURCES.map(source => SOURCE_FIELDS[source]).map(field => [field, values[field].length > 0 ? values[field] : null]),
  ),
})

const toCreateBody = (values: BatchFormValues) => ({
  entityId: values.entityId,
  openDate: values.openDate ?? undefined,
  ...toFields(values),
})

/** An open batch has no end to send. */
const toUpdateBody = (values: BatchFormValues, { status, version }: Pick<Batch, 'status' | 'version'>) => ({
  openDate: values.openDate ?? undefined,
  ...(status === 'CLOSED' && { closeDate: values.closeDate ?? undefined }),
  ...toFields(values),
  removedAttachments: values.removed,
  version,
})

/** @throws ZodError for values that `validateNew` rejects */
export const toCreateRequest = (values: BatchFormValues): z.output<typeof CreateBatch> => CreateBatch.parse(toCreateBody(values))
/** @throws ZodError for values that `validateEdited` rejects */
export const toUpdateRequest = (values: BatchFormValues, batch: Pick<Batch, 'status' | 'version'>): z.output<typeof EditBatch> =>
  EditBatch.parse(toUpdateBody(values, batch))

/** Reference data stays with another species of the same animals only; the server says where it does not fit. */
export const withSpecies = (
  { species, geneticsId, productionCurveId }: BatchFormValues,
  next: SpeciesCode | null,
): Pick<BatchFormValues, 'species' | 'geneticsId' | 'productionCurveId'> => {
  const isKept = species === null || (next !== null && isSameSpecies(species, next))
  return {
    species: next,
    geneticsId: isKept ? geneticsId : null,
    productionCurveId: isKept ? productionCurveId : null,
  }
}

/** The field of the form that a field of the request belongs to. */
export const toFormField = (field: string): string => (field.startsWith('removedAttachments') ? 'files' : field)

type Messages = Readonly<Record<string, string>>

/** Problems of a new batch before it is sent, in words, by field. */
export function validateNew(values: BatchFormValues, now: number, t: Translate): Messages {
  const checked = check(CreateBatch, toCreateBody(values))
  return toMessages([...(checked.ok ? [] : checked.problems), ...futureProblems('openDate', values.openDate, now)], t)
}

/** Problems of an edited batch; its end is judged only while it is closed. */
export function validateEdited(
  values: BatchFormValues,
  batch: Pick<Batch, 'status' | 'version'>,
  now: number,
  t: Translate,
): Messages {
  const checked = check(EditBatch, toUpdateBody(values, batch))
  return toMessages([...(checked.ok ? [] : checked.problems), ...dayProblems(values, batch.status === 'CLOSED', now)], t)
}

type ClosingBatch = Pick<BatchDetails, 'openDate' | 'lastMovement' | 'totalEntry' | 'totalExit' | 'totalMortality'>

/** What the date of a closing begins with: the last effective movement; now, if they have only arrived or are there yet. */
export const closingDate = (
  { openDate, lastMovement, totalEntry, totalExit, totalMortality }: ClosingBatch,
  now: number,
): string =>
  lastMovement !== null && lastMovement > openDate && totalEntry <= totalExit + totalMortality
    ? lastMovement
    : new Date(now).toISOString()

/** Problems of the day on which an open batch is closed. */
export function validateClosing(days: Days, now: number, t: Translate): Messages {
  const isBackwards = days.closeDate !== null && days.openDate !== null && days.closeDate <= days.openDate
  const order: readonly FieldProblem[] = isBackwards ? [{ field: 'closeDate', code: 'endBeforeStart' }] : []
  return toMessages([...order, ...dayProblems(days, true, now)], t)
}

const dayProblems = ({ openDate, closeDate }: Days, isClosed: boolean, now: number): readonly FieldProblem[] => [
  ...(isClosed && closeDate === null ? [{ field: 'closeDate', code: 'required' as const }] : []),
  ...futureProblems('openDate', openDate, now),
  ...(isClosed ? futureProblems('closeDate', closeDate, now) : []),
]

const futureProblems = (field: DayField, at: string | null, now: number): readonly FieldProblem[] =>
  at !== null && Date.parse(at) - now > AHEAD ? [{ field, code: 'future' }] : []

/** The first problem of each field. */
function toMessages(problems: readonly FieldProblem[], t: Translate): Messages {
  const messages: Record<string, string> = {}
  for (const problem of problems) messages[problem.field] ??= problemWords(problem, t)
  return messages
}
