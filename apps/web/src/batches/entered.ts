import { type Batch, CreateBatch, EditBatch } from '@steading/contract/batches'
import { type FieldProblem, check } from '@steading/contract/problem'
import type { Translate } from '@steading/locales/text'
import type { z } from 'zod'
import { problemWords } from '../platform/failures.ts'

/** A new batch as its form holds it; ISO UTC. */
export interface EnteredNew {
  entityId: string | null
  openDate: string | null
}

/** The days of one that is there. */
export interface Days {
  openDate: string | null
  closeDate: string | null
}
export type DayField = keyof Days

const minute = 60_000
/** Clocks are not all alike: what the server takes too, ms. */
const AHEAD = 5 * minute

/** Animals came just now. */
export const blank = (entityId: string | null, now: number): EnteredNew => ({
  entityId,
  openDate: new Date(now - (now % minute)).toISOString(),
})

export const daysOf = ({ openDate, closeDate }: Pick<Batch, DayField>): Days => ({ openDate, closeDate })

/** An entry that was left empty is none; of an open batch there is no end to tell. */
const given = ({ openDate, closeDate }: Days, isClosed: boolean) => ({
  openDate: openDate ?? undefined,
  ...(isClosed && { closeDate: closeDate ?? undefined }),
})

/** @throws ZodError where something is wrong that `wrongNew` would have told */
export const createWish = (of: EnteredNew): z.output<typeof CreateBatch> => CreateBatch.parse(of)
/** @throws as above */
export const editWish = (days: Days, { status, version }: Pick<Batch, 'status' | 'version'>): z.output<typeof EditBatch> =>
  EditBatch.parse({ ...given(days, status === 'CLOSED'), version })

/** What is wrong with a new one before it is sent, in words, by entry. */
export function wrongNew(of: EnteredNew, now: number, t: Translate): Readonly<Record<string, string>> {
  const checked = check(CreateBatch, of)
  return worded([...(checked.ok ? [] : checked.problems), ...isToCome('openDate', of.openDate, now)], t)
}

/** What is wrong with the days of one, with its end only where it is closed, or about to be. */
export function wrongDays(days: Days, isClosed: boolean, now: number, t: Translate): Readonly<Record<string, string>> {
  const checked = check(EditBatch, { ...given(days, isClosed), version: 1 })
  return worded(
    [
      ...(checked.ok ? [] : checked.problems),
      ...(isClosed && days.closeDate === null ? [{ field: 'closeDate', code: 'required' as const }] : []),
      ...isToCome('openDate', days.openDate, now),
      ...(isClosed ? isToCome('closeDate', days.closeDate, now) : []),
    ],
    t,
  )
}

const isToCome = (field: DayField, at: string | null, now: number): readonly FieldProblem[] =>
  at !== null && Date.parse(at) - now > AHEAD ? [{ field, code: 'future' }] : []

/** The first complaint about each entry. */
function worded(problems: readonly FieldProblem[], t: Translate): Readonly<Record<string, string>> {
  const words: Record<string, string> = {}
  for (const problem of problems) words[problem.field] ??= problemWords(problem, t)
  return words
}
