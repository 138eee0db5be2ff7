import { z } from 'zod'
import { EntityRef } from './entities.ts'
import { Audited, byId, Done, Id, Instant, many, Stamp, Version } from './fields.ts'
import { paging } from './paging.ts'
import { routes } from './route.ts'

export const BATCH_STATUSES = ['OPEN', 'CLOSED'] as const
export const BatchStatus = z.enum(BATCH_STATUSES)
export type BatchStatus = z.infer<typeof BatchStatus>

/** A batch where another thing names it. */
export const BatchRef = z.object({ id: Id, code: z.string() })
export type BatchRef = z.infer<typeof BatchRef>

/** Animals that came to a house together. */
export const Batch = BatchRef.extend({
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

export const batchPages = paging({ sorts: ['openDate', 'closeDate', 'code', 'id'], sort: 'openDate', direction: 'DESC' })

/** What batches are narrowed by. */
const batchFilters = {
  /** At or below it. */
  entityId: Id.optional(),
  status: many(BatchStatus).optional(),
}
export const batchSearch = batchPages.query.extend({
  ...batchFilters,
  /** A part of the code. */
  search: z.string().trim().max(50).optional(),
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

/** Its code is made of its enterprise, farm and year, and the next number. */
export const CreateBatch = z.strictObject({ entityId: Id, openDate: Instant })
/** `closeDate` of one that is closed. */
export const EditBatch = z.strictObject({ openDate: Instant, closeDate: Instant.optional(), version: Version }).superRefine(ends)

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
    reply: Batch,
  },
  create: {
    method: 'POST',
    path: '/batches',
    summary: 'Open a batch in a house or room; what happened there since then becomes its own',
    access: 'batches.create',
    body: CreateBatch,
    reply: Batch,
    refusals: ['CANNOT_CREATE_BATCH_FOR_SECTOR_WITH_OPEN_BATCH_IN_SAME_TIMEFRAME'],
  },
  edit: {
    method: 'PUT',
    path: '/batches/:id',
    summary: 'Change since when a batch is there, or until when it was',
    access: 'batches.update',
    params: byId,
    body: EditBatch,
    reply: Batch,
    refusals: ['CANNOT_CREATE_BATCH_FOR_SECTOR_WITH_OPEN_BATCH_IN_SAME_TIMEFRAME'],
  },
  quickCloseOpen: {
    method: 'PUT',
    path: '/batches/:id/quickCloseOpen',
    summary: 'Close an open batch, now or as of a date; open a closed one again',
    access: 'batches.update',
    params: byId,
    body: z.strictObject({ closeDate: Instant.optional(), version: Version }),
    reply: Batch,
    refusals: ['CANNOT_CREATE_BATCH_FOR_SECTOR_WITH_OPEN_BATCH_IN_SAME_TIMEFRAME'],
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
})
