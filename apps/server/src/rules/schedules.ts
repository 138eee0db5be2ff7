import { TimeZone } from '@steading/contract/fields'
import { check } from '@steading/contract/problem'
import type { RuleInput } from '@steading/contract/rule-drafts'
import { RuleBody } from '@steading/contract/rulebody'
import { overlapIn, sentWeek, slotLike, toUtc, toWall } from '@steading/contract/schedule'
import type { TemplateDetails } from '@steading/contract/templates'
import { z } from 'zod'
import { found } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { Failed, invalid } from '../platform/failures.ts'
import { minutesAhead, offsetsOf } from '../platform/offsets.ts'
import { isSaid } from './fill.ts'
import type { Inputs } from './fill.ts'
import { mustBeTheirBoxes, withBoxes } from './lineBoxes.ts'
import { terminalFor } from './rules.sql.ts'
import type { RuleRow } from './rules.sql.ts'

/** Schedules where they come in and go out: over HTTP in UTC, kept as wall times of the zone of the box that goes by them. */

/**
 * What a form sent, its schedules by the clock of the box. The sender's wall times are those of the box, where both live in one
 * zone; else they are told by the box's clock as it goes now.
 * @throws Failed with the fields that are wrong, NotFound for a box out of reach
 */
export async function byTheBox(
  work: Work,
  { inputs: asked, category }: Pick<TemplateDetails, 'inputs' | 'category'>,
  sent: readonly RuleInput[],
  terminalId: string | null,
): Promise<readonly RuleInput[]> {
  if (terminalId === null) await mustBeTheirBoxes(work, sent)
  const schedules = new Set(asked.filter(one => one.type === 'SCHEDULER').map(one => one.id))
  if (terminalId === null || !sent.some(one => schedules.has(one.id))) return sent
  const { timeZone } = found(await terminalFor(work, terminalId))
  const now = work.now.getTime()
  const Week = sentWeek(category.id === 'FORCED_SCHEDULER')
  const onTheWall = (value: unknown, field: string) => {
    const read = check(Week, value)
    if (!read.ok)
      throw new Failed(
        'INVALID_INPUT',
        read.problems.map(one => ({ ...one, field: below(field, one.field) })),
      )
    const week = read.value
    if (!TimeZone.safeParse(week.timeZone).success) throw invalid(`${field}.timeZone`, 'timeZone')
    if (!isEverAhead(week.timeZone, week.offset, now))
      throw invalid(`${field}.offset`, 'notOneOf', { options: aheads(week.timeZone, now) })
    const twice = overlapIn(week.lines)
    if (twice) throw invalid(`${field}.lines.${twice.line}.intervals.${twice.interval}.startTime`, 'INTERVALS_OVERLAP')
    return toWall(week, minutesAhead(timeZone, now) - minutesAhead(week.timeZone, now))
  }
  return sent.map(({ id, value }) => ({
    id,
    value: schedules.has(id) && isSaid(value) ? onTheWall(value, `inputs.${id}`) : value,
  }))
}

/**
 * Does it, and names what is wrong as it was sent: by the clock of the box a week may stand in other lines than those that came.
 * Of slots that say the same of the same device the first is named.
 */
export async function namedAsSent<T>(sent: readonly RuleInput[], kept: Inputs, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Failed) || error.code !== 'INVALID_INPUT') throw error
    throw new Failed(
      error.code,
      error.fields.map(one => ({ ...one, field: asSent(one.field, sent, kept) })),
    )
  }
}

const Slots = z.array(z.object({ intervals: z.array(z.record(z.string(), z.unknown())) }))
const Sent = z.object({ lines: Slots })

function asSent(field: string, sent: readonly RuleInput[], kept: Inputs): string {
  const [, id, line, slot, rest = ''] = /^inputs\.(\w+)\.(\d+)(?:\.intervals\.(\d+))?(.*)$/.exec(field) ?? []
  const week = Sent.safeParse(sent.find(one => one.id === id)?.value).data
  if (!id || !week) return field
  const at = slotLike(Slots.safeParse(kept[id]).data ?? [], { line: Number(line), slot: Number(slot) }, week.lines)
  return at ? `inputs.${id}.lines.${at.line}.intervals.${at.slot}${rest}` : `inputs.${id}.lines`
}

/** By how many minutes a zone is ahead in the years around now. */
const offsets = (zone: string, now: number): number[] => [
  ...new Set(offsetsOf(zone, now - 2 * 365 * DAY).flatMap(one => (one.from < now + 2 * 365 * DAY ? [one.minutes] : []))),
]
const isEverAhead = (zone: string, minutes: number, now: number) => offsets(zone, now).includes(minutes)
const aheads = (zone: string, now: number) => offsets(zone, now).join(', ')
const DAY = 86_400_000

const below = (field: string, within: string) => (within === '' ? field : `${field}.${within}`)

/** What was filled in, as it is told; `now` (ms UTC) says how far the clock of the box is ahead. */
export function inputsTold({ body }: Pick<RuleRow, 'body'>, now: number): RuleInput[] {
  const parsed = RuleBody.safeParse(body).data
  if (!parsed) return []
  const { timeZone } = parsed
  const inputs =
    parsed.template === 'SCHEDULER' || parsed.template === 'FORCED_SCHEDULER'
      ? { ...parsed.inputs, lines: toUtc(parsed.inputs.lines, { timeZone, offset: minutesAhead(timeZone, now) }) }
      : parsed.template === 'CLOUD_ALARM'
        ? { ...parsed.inputs, lines: withBoxes(parsed) }
        : parsed.inputs
  return Object.entries(inputs).map(([id, value]: [string, unknown]) => ({ id, value }))
}
