import { z } from 'zod'
import { Attachment, ATTACHMENT_ENDINGS } from '../attachments.ts'
import { EntityRef } from '../entities/entityRef.ts'
import { Audited, byId, Day, Done, flag, Id, Instant, many, Stamp, Version } from '../http/fields.ts'
import { paging } from '../http/paging.ts'
import { routes } from '../http/route.ts'
import { BatchRef } from './batchRef.ts'
import { BatchCurve, CurveRef } from './curves.ts'
import { DeathReasonRef } from './deathReasons.ts'
import { Kilograms, SquareMetres } from './quantities.ts'
import { DEFAULT_PRODUCTION_TYPE, NestedSpecies, PRODUCTION_TYPES, ProductionType, Species, SpeciesCode } from './species.ts'

export const BATCH_STATUSES = ['OPEN', 'CLOSED'] as const
export const BatchStatus = z.enum(BATCH_STATUSES)
export type BatchStatus = z.infer<typeof BatchStatus>

/** What a file of a batch or of one of its movements may be. */
export const BatchFiles = { file: Object.keys(ATTACHMENT_ENDINGS) }
export const BATCH_ATTACHMENTS = 15
/** Of one file. */
export const BATCH_FILE_BYTES = 15 * 1_048_576

export const PRODUCTION_CLASSES = ['CONVENTIONAL', 'ANTIBIOTIC_FREE', 'FREE_RANGE', 'ORGANIC', 'BREEDING'] as const
export const ProductionClass = z.enum(PRODUCTION_CLASSES)
export type ProductionClass = z.infer<typeof ProductionClass>

export const GeneticsRef = z.object({ id: Id, displayName: z.string() })

/** The interfaces that tell what a batch eats and drinks. */
export const BATCH_SOURCES = ['SILO', 'WATER', 'FEED'] as const
export const BatchSource = z.enum(BATCH_SOURCES)
export type BatchSource = z.infer<typeof BatchSource>

/** Animals that came to a house together. */
export const Batch = BatchRef.extend({
  /** The code and the position of the house in its farm: LAQPL-2603/2. */
  complexCode: z.string(),
  productionClass: ProductionClass.nullable(),
  species: Species,
  productionType: ProductionType,
  genetics: GeneticsRef.nullable(),
  productionCurve: CurveRef.nullable(),
  /** m² */
  usableArea: z.number().nullable(),
  /** kg of an animal */
  targetWeight: z.number().nullable(),
  /** Open: entries less deaths; closed: exits. */
  numberAnimals: z.number().int(),
  totalEntry: z.number().int(),
  totalExit: z.number().int(),
  totalExitPending: z.number().int(),
  totalMortality: z.number().int(),
  /** days; null: no animals entered yet. */
  batchAge: z.number().int().nullable(),
  /** When the first animals entered; null: none did yet. */
  firstEntry: Stamp.nullable(),
  /** Day one of rules that follow it: the local day of the first entry less the age then; before an entry that of the opening. */
  dayOne: Day,
  /** The house or room. */
  entity: EntityRef,
  status: BatchStatus,
  openDate: Stamp,
  closeDate: Stamp.nullable(),
  /** IANA, of its place: its days are days there. */
  timeZone: z.string(),
  version: z.number().int(),
}).extend(Audited.shape)
export type Batch = z.infer<typeof Batch>

export const BatchDetails = Batch.extend({
  productionCurve: BatchCurve.nullable(),
  siloInterfaceIds: z.array(Id),
  waterInterfaceIds: z.array(Id),
  feedInterfaceIds: z.array(Id),
  /** Those that are the house's default interfaces, not chosen for the batch. */
  defaultInterfaces: z.array(BatchSource),
  /** kg; null: no silo, or nothing measured yet. */
  siloInterfaceWeightConsumed: z.number().nullable(),
  /** Of animals, feed and weighings the last; null: there is none. Pending movements do not count. */
  lastMovement: Stamp.nullable(),
  /** Null: there is none. Pending movements do not count. */
  lastAnimalMovement: Stamp.nullable(),
  attachments: z.array(Attachment),
})
export type BatchDetails = z.infer<typeof BatchDetails>

export const batchPages = paging({ sorts: ['openDate', 'closeDate', 'code', 'id'], sort: 'openDate', direction: 'DESC' })

/** A status as callers say it: its name, or whether the batch is open. */
const StatusFilter = z
  .union([BatchStatus, z.enum(['true', 'false'])])
  .transform((text): BatchStatus => (text === 'true' ? 'OPEN' : text === 'false' ? 'CLOSED' : text))

const entityBatchPages = paging({ sorts: ['name', 'id'], sort: 'name', direction: 'ASC' })

/** What batches are narrowed by. */
const batchFilters = {
  /** At or below it. */
  entityId: Id.optional(),
  status: many(StatusFilter).optional(),
}
export const batchSearch = batchPages.query.extend({
  ...batchFilters,
  /** A part of the code. */
  search: z.string().trim().max(50).optional(),
  /** Of this species, or of a kind of it. */
  species: SpeciesCode.optional(),
  /** Of any of these species, and at or below any of these entities. */
  speciesCodes: many(SpeciesCode).optional(),
  entities: many(Id).optional(),
  productionType: z.coerce.number().int().optional(),
  geneticsId: Id.optional(),
  /** Opened in this span. */
  fromDate: Instant.optional(),
  toDate: Instant.optional(),
  ids: many(Id).optional(),
  /** At, below or around it: those that an event there may be of. */
  placeId: Id.optional(),
  /** With `placeId`: the one that was there then. */
  at: Instant.optional(),
})

const ends = (
  { openDate, closeDate }: { readonly openDate: string; readonly closeDate?: string | undefined },
  context: z.RefinementCtx,
) => {
  if (closeDate !== undefined && closeDate <= openDate)
    context.addIssue({ code: 'custom', message: 'endBeforeStart', path: ['closeDate'] })
}

const interfaceIds = z.array(Id).min(1).max(20).nullable().default(null)
/** What people enter of a batch besides its days. */
const entered = {
  productionClass: ProductionClass.nullable().default(null),
  species: SpeciesCode,
  productionTypeId: z.number().int().min(1).max(PRODUCTION_TYPES.length).default(DEFAULT_PRODUCTION_TYPE),
  geneticsId: Id.nullable().default(null),
  productionCurveId: Id.nullable().default(null),
  /** Null: the usable area of the house. */
  usableArea: SquareMetres.nullable().default(null),
  targetWeight: Kilograms.nullable().default(null),
  /** Null: the default interfaces of the house. */
  siloInterfaceIds: interfaceIds,
  waterInterfaceIds: interfaceIds,
  feedInterfaceIds: interfaceIds,
}
/** Its code is made of its enterprise, farm and year, and the next number. */
export const CreateBatch = z.strictObject({ entityId: Id, openDate: Instant, ...entered })
/** `closeDate` of one that is closed. */
export const EditBatch = z
  .strictObject({
    openDate: Instant,
    closeDate: Instant.optional(),
    ...entered,
    removedAttachments: z.array(z.string()).max(BATCH_ATTACHMENTS).default([]),
    version: Version,
  })
  .superRefine(ends)

const sameTimeframe = 'CANNOT_CREATE_BATCH_FOR_SECTOR_WITH_OPEN_BATCH_IN_SAME_TIMEFRAME'

export const batches = routes({
  search: {
    method: 'GET',
    path: '/batches/search',
    summary: 'Batches, paged',
    access: 'batches.read',
    query: batchSearch,
    reply: batchPages.of(Batch),
  },
  list: {
    method: 'GET',
    path: '/batches',
    summary: 'Batches of a place and below, paged',
    access: 'batches.read',
    query: batchPages.query.extend(batchFilters),
    reply: batchPages.of(BatchRef),
  },
  details: {
    method: 'GET',
    path: '/batches/:id',
    summary: 'One batch',
    access: 'batches.read',
    params: byId,
    reply: BatchDetails,
  },
  create: {
    method: 'POST',
    path: '/batches',
    summary: 'Open a batch in a house or room; what happened there since then becomes its own',
    access: 'batches.create',
    idempotent: true,
    multipart: { json: 'createBatchRequest', files: 'files', limits: 'batch' },
    body: CreateBatch,
    reply: BatchDetails,
    refusals: [sameTimeframe],
  },
  edit: {
    method: 'PUT',
    path: '/batches/:id',
    summary: 'Change a batch: its days, animals and sources',
    access: 'batches.update',
    params: byId,
    multipart: { json: 'editBatchRequest', files: 'files', limits: 'batch' },
    body: EditBatch,
    reply: BatchDetails,
    refusals: [sameTimeframe, 'TRANSACTION_CANNOT_BE_BEFORE_BATCH_OPEN_DATE'],
  },
  quickCloseOpen: {
    method: 'PUT',
    path: '/batches/:id/quickCloseOpen',
    summary: 'Close an open batch, now or as of a date; open a closed one again',
    access: 'batches.update',
    params: byId,
    body: z.strictObject({ closeDate: Instant.optional(), version: Version }),
    reply: BatchDetails,
    refusals: [sameTimeframe, 'BATCH_HAS_PENDING_TRANSACTIONS'],
  },
  remove: {
    method: 'DELETE',
    path: '/batches/:id',
    summary: 'Delete a batch of which nobody wrote anything down; what happened in its house stays there',
    access: 'batches.delete',
    params: byId,
    reply: Done,
    refusals: ['CANNOT_DELETE_BATCH_WITH_DEPENDENCIES'],
  },
  last: {
    method: 'GET',
    path: '/batches/:id/last-batch',
    summary: 'The batch before it in the same house; null: there was none',
    access: 'batches.read',
    params: byId,
    reply: z.object({ batch: Batch.nullable() }),
  },
  attachments: {
    method: 'GET',
    path: '/batches/:id/attachments',
    summary: 'The files of a batch',
    access: 'batches.read',
    params: byId,
    reply: z.array(Attachment),
  },
  attachment: {
    method: 'GET',
    path: '/batches/:id/attachments/:name',
    summary: 'A file of a batch',
    access: 'batches.read',
    params: byId.extend({ name: z.string().min(1).max(255) }),
    reply: BatchFiles,
  },
  entityBatches: {
    method: 'GET',
    path: '/entity-batches',
    summary: 'Houses in reach with their open batch and the number of closed ones, paged',
    access: 'batches.read',
    query: entityBatchPages.query.extend({
      entityId: Id.optional(),
      search: z.string().trim().max(150).optional(),
      /** Only those that have an open batch, or none. */
      open: flag.optional(),
    }),
    reply: entityBatchPages.of(z.object({ entity: EntityRef, openBatch: Batch.nullable(), closedBatches: z.number().int() })),
  },
  species: {
    method: 'GET',
    path: '/batches/productionSpecies',
    summary: 'The species, each with its kinds',
    access: 'batches.read',
    reply: z.array(NestedSpecies),
  },
  productionTypes: {
    method: 'GET',
    path: '/batches/productionTypes',
    summary: 'The production types',
    access: 'batches.read',
    reply: z.array(ProductionType),
  },
  deathReasons: {
    method: 'GET',
    path: '/batches/productionDeathReasons',
    summary: 'The causes of death that a batch, or a species at a place, may use',
    access: 'batches.read',
    query: z.object({ batchId: Id.optional(), species: SpeciesCode.optional(), entityId: Id.optional() }),
    reply: z.array(DeathReasonRef),
  },
})
