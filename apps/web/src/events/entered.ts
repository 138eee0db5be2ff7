import type { Batch } from '@steading/contract/batches'
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
} from '@steading/contract/events'
import type { ActionConfiguration } from '@steading/contract/outbox'
import { type FieldProblem, check } from '@steading/contract/problem'
import type { Translate } from '@steading/locales/text'
import { contactProblems, isContactField, everyChannel, usualActions } from '../outbox/index.ts'
import { problemWords } from '../platform/failures.ts'

/** An event, or a ticket, as its form holds it while it is filled in. */
export interface Entered {
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
const toHelpdesk = (mail: string | null): readonly ActionConfiguration[] =>
  usualActions().map(one =>
    one.type === 'MAIL'
      ? {
          ...one,
          status: mail ? 'ACTIVE' : 'INACTIVE',
          notifyResponsible: false,
          properties: { ...one.properties, contactsList: mail ? [mail] : [] },
        }
      : one,
  )

/** A new one: open, now; a ticket of unknown cause, by mail to the help desk; of a batch what is over and was little. */
export const blank = ({
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
  batch?: Pick<Batch, 'id' | 'closeDate'> | undefined
}): Entered => ({
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
  openDate: wholeMinute(batch?.closeDate ? Math.min(now, Date.parse(batch.closeDate) - 1) : now),
  additionalNotes: '',
  actions: isHelpdesk ? toHelpdesk(mail) : usualActions(),
  files: [],
  removed: [],
  version: 0,
})

/** What stays for another one: all but what is about this one alone. */
export const another = (of: Entered): Entered => ({ ...of, title: '', description: '', additionalNotes: '', files: [] })

/** Whose it is, as somebody said, or by its house and date. */
const batchIn = ({ batch, batchSaid }: Partial<Pick<EventDetails, 'batch' | 'batchSaid'>>) =>
  batchSaid ? (batch?.id ?? null) : BATCH_THEN

/** One that is there. Its notes are those of the last change: the next has its own. Nobody is told of a change by itself. */
export const enteredOf = (of: EventDetails, told: readonly ActionConfiguration[] = []): Entered => ({
  title: of.title,
  enterpriseId: null,
  entityId: of.entity.id,
  sectorId: null,
  batchId: batchIn(of),
  severityLevel: of.severityLevel,
  description: of.description,
  category: of.category,
  cause: of.cause,
  status: of.status,
  openDate: of.openDate,
  additionalNotes: '',
  actions: everyChannel(told).map(one => ({ ...one, status: 'INACTIVE', recurrence: 0 })),
  files: [],
  removed: [],
  version: of.version,
})

export const activeOf = (actions: readonly ActionConfiguration[]): ActionConfiguration[] =>
  actions.filter(one => one.status === 'ACTIVE')

/** What a rule or the platform said of it, and keeps; what is known of its batch is not said anew. */
export type Fixed = Pick<EventDetails, 'origin'> & Partial<Pick<EventDetails, 'entity' | 'batch' | 'batchSaid'>>
const isFixed = (of: Fixed | undefined): boolean => of?.origin === 'AUTOMATIC'

const said = ({ description, additionalNotes, category, cause, status, actions }: Entered) => ({
  ...{ description, additionalNotes, category, cause, status },
  actions: activeOf(actions),
})
const given = ({ title, entityId, sectorId, severityLevel, openDate, batchId }: Entered) => ({
  ...{ title, severityLevel, openDate, batchId },
  entityId: sectorId ?? entityId ?? undefined,
})

/** @throws ZodError where something is wrong that `wrongIn` would have told */
export const createWish = (of: Entered): CreateEvent => CreateEvent.parse(created(of))
const created = (of: Entered) => ({
  ...given(of),
  ...said(of),
  batchId: of.batchId === BATCH_THEN ? undefined : of.batchId,
})
/** @throws as above */
export const editWish = (of: Entered, event: Fixed): EditEvent => EditEvent.parse(edited(of, event))
/** Was it moved to another place? */
export const isElsewhere = (of: Entered, { entity }: Partial<Pick<EventDetails, 'entity'>>) =>
  entity !== undefined && (of.sectorId ?? of.entityId) !== entity.id

/** What was said of its batch is known as long as it stays where it is; by its house and date it is anywhere. */
const isBatchAsKnown = (of: Entered, event: Fixed) =>
  of.batchId === batchIn(event) && (of.batchId === BATCH_THEN || !isElsewhere(of, event))
const edited = (of: Entered, event: Fixed) => ({
  ...(isFixed(event) ? {} : { ...given(of), batchId: isBatchAsKnown(of, event) ? undefined : of.batchId }),
  ...said(of),
  removedAttachments: [...of.removed],
  version: of.version,
})

/** Clocks are not all alike, ms. */
const AHEAD = minute

/** What has to be said. */
const always = ['category', 'cause'] as const
const atFirst = ['title', 'severityLevel', 'openDate'] as const

/** What is wrong with it before it is sent, in words, by the names of the form. */
export function wrongIn(
  of: Entered,
  {
    event,
    lacking,
    now,
  }: {
    /** The one that is changed. */
    event?: (Fixed & Partial<Pick<EventDetails, 'openDate'>>) | undefined
    /** What is still to be chosen before it has a place. */
    lacking: 'enterpriseId' | 'entityId' | undefined
    /** ms UTC */
    now: number
  },
  t: Translate,
): Readonly<Record<string, string>> {
  const asked = isFixed(event) ? always : ([...atFirst, ...always] as const)
  const missing = [...(lacking && !isFixed(event) ? [lacking] : []), ...asked.filter(field => (of[field] ?? '') === '')]
  const checked = event ? check(EditEvent, edited(of, event)) : check(CreateEvent, created(of))
  const found: FieldProblem[] = [
    ...missing.map(field => ({ field, code: 'required' as const })),
    // The place is known to be missing, and what for.
    ...(checked.ok
      ? []
      : checked.problems
          .map(one => ({ ...one, field: fieldOf(one.field, of) }))
          .filter(one => !lacking || one.field !== 'entityId')),
    ...(of.openDate === event?.openDate ? [] : whenWrong(of.openDate, now)),
  ]
  const words: Record<string, string> = {}
  for (const problem of found) if (!isContactField(problem.field)) words[problem.field] ??= problemWords(problem, t)
  for (const { field, words: wrong } of contactProblems(of.actions, t)) words[`actions.${field}`] ??= wrong
  return words
}

/** A date that somebody gives lies in the last year; one that stands there stays. */
const whenWrong = (openDate: string | undefined, now: number): FieldProblem[] => {
  const ago = openDate === undefined ? 0 : now - Date.parse(openDate)
  if (ago < -AHEAD) return [{ field: 'openDate', code: 'future' }]
  return ago > WRITTEN_WITHIN ? [{ field: 'openDate', code: 'longAgo' }] : []
}

/** What the form calls a field that the server names: channels that are off are not sent. */
export function fieldOf(field: string, of: Entered): string {
  if (field === 'entityId' && of.sectorId !== null) return 'sectorId'
  if (field.startsWith('removedAttachments')) return 'files'
  return field.replace(/^actions\.(\d+)/, (_, sent: string) => {
    const at = of.actions.flatMap((one, place) => (one.status === 'ACTIVE' ? [place] : []))[Number(sent)]
    return `actions.${at ?? sent}`
  })
}
