import { secondOf } from '@steading/contract/rules/schedule'
import type { Translate } from '@steading/locales/text'
import { type SlotValues, type WeekValues, spanOf, toWeek } from '../../../ui/week/weekValues.ts'

/** What is wrong with a week, with the number of the line; `field` is the path below its input. */

interface WeekProblem {
  readonly field: string
  readonly words: string
}

/** What a device takes, or all of them. */
export type GetBounds = (interfaceId: string | undefined) => { readonly min?: number; readonly max?: number }
const boundless: GetBounds = () => ({})

export function weekProblems(value: unknown, t: Translate, boundsOf: GetBounds = boundless): readonly WeekProblem[] {
  const week: WeekValues = toWeek(value)
  if (week.length === 0) return [{ field: '', words: t('scheduler.wrong.noLine') }]
  return week.flatMap(({ weekdays, intervals }, at) => [
    ...(weekdays.length === 0 ? [{ field: `${at}.weekdays`, words: t('scheduler.wrong.noWeekday', { line: at + 1 }) }] : []),
    ...(intervals.length === 0 ? [{ field: `${at}.intervals`, words: t('scheduler.wrong.noSlot', { line: at + 1 }) }] : []),
    ...intervals.flatMap((slot, k) =>
      slotProblems(slot, intervals.slice(0, k), { line: at + 1, ...boundsOf(slot.interfaceId) }, t).map(problem => ({
        ...problem,
        field: `${at}.intervals.${k}.${problem.field}`,
      })),
    ),
  ])
}

const isTime = (time: string | undefined) => time !== undefined && /^\d\d:\d\d:\d\d$/.test(time)

function slotProblems(
  slot: SlotValues,
  before: readonly SlotValues[],
  { line, min, max }: { readonly line: number } & ReturnType<GetBounds>,
  t: Translate,
): WeekProblem[] {
  const open = (['startTime', 'endTime'] as const).filter(field => !isTime(slot[field]))
  if (open.length > 0) return open.map(field => ({ field, words: t(slot[field] ? 'form.clockInvalid' : 'invalid.required') }))
  const span = spanOf(slot)
  const ends = before
    .filter(
      currentSlot =>
        currentSlot.interfaceId === undefined || slot.interfaceId === undefined || currentSlot.interfaceId === slot.interfaceId,
    )
    .flatMap(slot => (isTime(slot.endTime) ? [slot.endTime ?? ''] : []))
    .toSorted((a, b) => secondOf(a) - secondOf(b))
  const previous = ends.at(-1)
  return [
    ...(span && previous !== undefined && span.from <= secondOf(previous)
      ? [{ field: 'startTime', words: t('validation.schedulerStart', { line, time: previous }) }]
      : []),
    ...(span && span.to < span.from ? [{ field: 'endTime', words: t('scheduler.wrong.endsEarly', { line }) }] : []),
    ...(typeof slot.action === 'number' && min !== undefined && slot.action < min
      ? [{ field: 'action', words: t('invalid.tooSmall', { min }) }]
      : []),
    ...(typeof slot.action === 'number' && max !== undefined && slot.action > max
      ? [{ field: 'action', words: t('invalid.tooBig', { max }) }]
      : []),
    ...(slot.action === undefined ? [{ field: 'action', words: t('invalid.required') }] : []),
  ]
}
