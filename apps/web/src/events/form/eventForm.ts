import type { BatchDetails } from '@steading/contract/production/batches'
import {
  BATCH_THEN,
  CreateEvent,
  EditEvent,
  type EventCategory,
  type EventCause,
  type EventDetails,
  type EventStatus,
  type Severity,
  WRITTEN_WITHIN,
} from '@steading/contract/events/events'
import type { ActionConfiguration } from '@steading/contract/events/outbox'
import { type FieldProblem, check } from '@steading/contract/http/problem'
import type { Translate } from '@steading/locales/text'
import { contactProblems, isContactField, everyChannel, usualActions } from '../../outbox/index.ts'
import { problemWords } from '../../platform/api/failures.ts'

/** An event, or a ticket, as its form holds it while it is filled in. */
export interface EventFormValues {
  title: string
  /** The company that the places are chosen from; it is not sent. */
  enterpriseId: string | null
  entityId: string | null
  /** Of a ticket: the house or room in it, if it is about one. */
  sectorId: string | null
  severityLevel: Severity | null
  description: string
  category: EventCategory | null
  cause: EventCause | null
  status: EventStatus
  /** Whose animals it concerned: a batch's by its id, no batch's (null), or those that were there then (`BATCH_THEN`). */
  batchId: string | null
  /** ISO UTC. */
  openDate: string | undefined
  additionalNotes: string
  /** One for each channel. */
  actions: readonly ActionConfiguration[]
  /** New ones. */
  files: readonly File[]
  /** Names of those that are taken away. */
  removed: readonly string[]
  /** 0: it is a new one. */
  version: number
}

const minute = 60_000
const wholeMinute = (ms: number) => new Date(ms - (ms % minute)).toISOString()

/** The desk of whoever runs the platform hears of a ticket, and nobody else by itself. */
const helpdeskActions = (mail: string | null): readonly ActionConfiguration[] =>
  usualActions().map(action =>
    action.type === 'MAIL'
      ? {
          ...action,
          status: mail ? 'ACTIVE' : 'INACTIVE',
          notifyResponsible: false,
          properties: { ...action.properties, contactsList: mail ? [mail] : [] },
        }
      : action,
  )

/** A new one: open, now; a ticket of unknown cause, by mail to the help desk; of a batch what is over and was little. */
export const emptyValues = ({
  isHelpdesk,
  now,
  placeId,
  mail,
  batch,
}: {
  isHelpdesk: boolean
  /** ms UTC */
  now: number
  placeId: string | null
  /** Of the help desk. */
  mail: string | null
  batch?: Pick<BatchDetails, 'id' | 'closeDate' | 'lastAnimalMovement'> | undefined
}): EventFormValues => ({
  title: '',
  enterpriseId: null,
  entityId: placeId,
  sectorId: null,
  severityLevel: batch ? 'LOW' : null,
  batchId: batch?.id ?? BATCH_THEN,
  description: '',
  category: null,
  cause: isHelpdesk ? 'UNKNOWN' : null,
  status: batch ? 'CLOSED' : 'OPEN',
  openDate: wholeMinute(batch?.closeDate ? Math.min(now, Date.parse(batch.lastAnimalMovement ?? batch.closeDate) - 1) : now),
  additionalNotes: '',
  actions: isHelpdesk ? helpdeskActions(mail) : usualActions(),
  files: [],
  removed: [],
  version: 0,
})

/** What stays for another one: all but what is about this one alone. */
export const nextValues = (values: EventFormValues): EventFormValues => ({
  ...values,
  title: '',
  description: '',
  additionalNotes: '',
  files: [],
})

/** Whose it is, as somebody said, or by its house and date. */
const batchValue = ({ batch, batchSaid }: Partial<Pick<EventDetails, 'batch' | 'batchSaid'>>) =>
  batchSaid ? (batch?.id ?? null) : BATCH_THEN

/** One that is there. Its notes are those of the last change: the next has its own. Nobody is told of a change by itself. */
export const toFormValues = (event: EventDetails, notifications: readonly ActionConfiguration[] = []): EventFormValues => ({
  title: event.title,
  enterpriseId: null,
  entityId: event.entity.id,
  sectorId: null,
  batchId: batchValue(event),
  severityLevel: event.severityLevel,
  description: event.description,
  category: event.category,
  cause: event.cause,
  status: event.status,
  openDate: event.openDate,
  additionalNotes: '',
  actions: everyChannel(notifications).map(action => ({ ...action, status: 'INACTIVE', recurrence: 0 })),
  files: [],
  removed: [],
  version: event.version,
})

export const activeActions = (actions: readonly ActionConfiguration[]): ActionConfiguration[] =>
  actions.filter(action => action.status === 'ACTIVE')

/** What a rule or the platform said of it, and keeps; what is known of its batch is not said anew. */
export type FixedFields = Pick<EventDetails, 'origin'> & Partial<Pick<EventDetails, 'entity' | 'batch' | 'batchSaid'>>
const isFixed = (event: FixedFields | undefined): boolean => event?.origin === 'AUTOMATIC'

const editableFields = ({ description, additionalNotes, category, cause, status, actions }: EventFormValues) => ({
  description,
  additionalNotes,
  category,
  cause,
  status,
  actions: activeActions(actions),
})
const describingFields = ({ title, entityId, sectorId, severityLevel, openDate, batchId }: EventFormValues) => ({
  title,
  severityLevel,
  openDate,
  batchId,
  entityId: sectorId ?? entityId ?? undefined,
})

/** @throws ZodError where something is wrong that `wrongIn` would have told */
export const toCreateRequest = (values: EventFormValues): CreateEvent => CreateEvent.parse(createBody(values))
const createBody = (values: EventFormValues) => ({
  ...describingFields(values),
  ...editableFields(values),
  batchId: values.batchId === BATCH_THEN ? undefined : values.batchId,
})
/** @throws as above */
export const toUpdateRequest = (values: EventFormValues, event: FixedFields): EditEvent =>
  EditEvent.parse(updateBody(values, event))
/** Was it moved to another place? */
export const isMoved = (values: EventFormValues, { entity }: Partial<Pick<EventDetails, 'entity'>>) =>
  entity !== undefined && (values.sectorId ?? values.entityId) !== entity.id

/** What was said of its batch is known as long as it stays where it is; by its house and date it is anywhere. */
const isBatchUnchanged = (values: EventFormValues, event: FixedFields) =>
  values.batchId === batchValue(event) && (values.batchId === BATCH_THEN || !isMoved(values, event))
const updateBody = (values: EventFormValues, event: FixedFields) => ({
  ...(isFixed(event)
    ? {}
    : { ...describingFields(values), batchId: isBatchUnchanged(values, event) ? undefined : values.batchId }),
  ...editableFields(values),
  removedAttachments: [...values.removed],
  version: values.version,
})

/** Tolerated difference between clocks, ms. */
const CLOCK_TOLERANCE = minute

/** Fields that are always required. */
const requiredFields = ['category', 'cause'] as const
const requiredOnCreate = ['title', 'severityLevel', 'openDate'] as const

/** What is wrong with it before it is sent, in words, by the names of the form. */
export function validate(
  values: EventFormValues,
  {
    event,
    missingPlace,
    now,
  }: {
    /** The one that is changed. */
    event?: (FixedFields & Partial<Pick<EventDetails, 'openDate'>>) | undefined
    /** What is still to be chosen before it has a place. */
    missingPlace: 'enterpriseId' | 'entityId' | undefined
    /** ms UTC */
    now: number
  },
  t: Translate,
): Readonly<Record<string, string>> {
  const asked = isFixed(event) ? requiredFields : ([...requiredOnCreate, ...requiredFields] as const)
  const missing = [
    ...(missingPlace && !isFixed(event) ? [missingPlace] : []),
    ...asked.filter(field => (values[field] ?? '') === ''),
  ]
  const checked = event ? check(EditEvent, updateBody(values, event)) : check(CreateEvent, createBody(values))
  const found: FieldProblem[] = [
    ...missing.map(field => ({ field, code: 'required' as const })),
    // The place is known to be missing, and what for.
    ...(checked.ok
      ? []
      : checked.problems
          .map(problem => ({ ...problem, field: toFormField(problem.field, values) }))
          .filter(problem => !missingPlace || problem.field !== 'entityId')),
    ...(values.openDate === event?.openDate ? [] : dateProblems(values.openDate, now)),
  ]
  const words: Record<string, string> = {}
  for (const problem of found) if (!isContactField(problem.field)) words[problem.field] ??= problemWords(problem, t)
  for (const { field, words: wrong } of contactProblems(values.actions, t)) words[`actions.${field}`] ??= wrong
  return words
}

/** A date that somebody gives lies in the last year; one that stands there stays. */
const dateProblems = (openDate: string | undefined, now: number): FieldProblem[] => {
  const ago = openDate === undefined ? 0 : now - Date.parse(openDate)
  if (ago < -CLOCK_TOLERANCE) return [{ field: 'openDate', code: 'future' }]
  return ago > WRITTEN_WITHIN ? [{ field: 'openDate', code: 'longAgo' }] : []
}

/** What the form calls a field that the server names: channels that are off are not sent. */
export function toFormField(field: string, values: EventFormValues): string {
  if (field === 'entityId' && values.sectorId !== null) return 'sectorId'
  if (field.startsWith('removedAttachments')) return 'files'
  return field.replace(/^actions\.(\d+)/, (_, sent: string) => {
    const at = values.actions.flatMap((action, place) => (action.status === 'ACTIVE' ? [place] : []))[Number(sent)]
    return `actions.${at ?? sent}`
  })
}
