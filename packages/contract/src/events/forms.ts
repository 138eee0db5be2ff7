import { z } from 'zod'
import { causeFits, EventCategory, EventCause, EventStatus, isHelpdesk, Severity } from './kinds.ts'
import { Id, Instant, LabelledText, Version } from '../http/fields.ts'
import { ActionConfigurations } from './channels.ts'

/** So long after it happened an event is written down at most, ms: what is older is a slip of the pen. */
export const WRITTEN_WITHIN = 366 * 86_400_000

/** Instead of a batch's id: the batch that was there then, whatever becomes of its days. */
export const BATCH_THEN = 'AUTO'

/**
 * Whose animals an event concerns: a batch's, no batch's (null), or those that were there then (AUTO). Left out: of a new one
 * AUTO, of another what was said before; of a ticket, none.
 */
const batchId = z
  .string()
  .regex(/^(AUTO|[1-9]\d{0,17})$/, 'id')
  .nullable()
  .optional()

/** What people write of an event, and whom they tell of it. */
const written = {
  description: z.string().trim().max(500).default(''),
  /** Kept with the change that they are told with. */
  additionalNotes: z.string().trim().max(1000).default(''),
  category: EventCategory,
  cause: EventCause,
  status: EventStatus,
  /** Whoever is to hear of it now; empty: nobody. A ticket is told by mail alone. */
  actions: ActionConfigurations.default([]),
}

interface SentForm {
  readonly category: EventCategory
  readonly cause: EventCause
  readonly actions: z.output<typeof ActionConfigurations>
}

function holdsTogether({ category, cause, actions }: SentForm, context: z.RefinementCtx) {
  const refuse = (message: string, ...path: (string | number)[]) => context.addIssue({ code: 'custom', message, path })
  if (!causeFits(cause, category)) refuse('causeMisfit', 'cause')
  if (isHelpdesk(category))
    for (const [at, { type, status }] of actions.entries())
      if (type !== 'MAIL' && status === 'ACTIVE') refuse('mailAlone', 'actions', at, 'type')
}

/** What somebody saw, did or asks for: an event by hand, or a ticket where the category is one of the helpdesk's. */
export const CreateEvent = z
  .strictObject({
    ...written,
    title: LabelledText.min(1),
    /** Where it is: a farm or one of its sectors; of a ticket, any place. Left out: where its batch is. */
    entityId: Id.optional(),
    severityLevel: Severity,
    openDate: Instant,
    batchId,
  })
  .superRefine((event, context) => {
    holdsTogether(event, context)
    if (event.entityId === undefined && (event.batchId ?? BATCH_THEN) === BATCH_THEN)
      context.addIssue({ code: 'custom', message: 'required', path: ['entityId'] })
  })
export type CreateEvent = z.output<typeof CreateEvent>
export type CreateEventInput = z.input<typeof CreateEvent>

/** What a rule or the platform opened keeps its title, place, severity and date: leave them out, or as they are. */
export const EditEvent = z
  .strictObject({
    ...written,
    title: LabelledText.min(1).optional(),
    entityId: Id.optional(),
    severityLevel: Severity.optional(),
    openDate: Instant.optional(),
    batchId,
    /** Names of files that are taken away. */
    removedAttachments: z.array(z.string().max(255)).max(50).default([]),
    version: Version,
  })
  .superRefine(holdsTogether)
export type EditEvent = z.output<typeof EditEvent>
export type EditEventInput = z.input<typeof EditEvent>

/** Many at once, all of them or none; what is closed already stays as it is. */
export const QuickClose = z.strictObject({
  ids: z.array(Id).min(1).max(200),
  notes: z.string().trim().max(1000).default(''),
})
