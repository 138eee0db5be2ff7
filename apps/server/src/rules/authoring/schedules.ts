import { TimeZone } from '@steading/contract/http/fields'
import { check } from '@steading/contract/http/problem'
import type { RuleInput } from '@steading/contract/rules/drafts'
import { RuleBody } from '@steading/contract/rules/body'
import { overlapIn, sentWeek, slotLike, toUtc, toWall } from '@steading/contract/rules/schedule'
import type { TemplateDetails } from '@steading/contract/rules/templates'
import { z } from 'zod'
import { orNotFound } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { Failed, invalid } from '../../platform/failures.ts'
import { utcOffsetMinutes, zoneOffsets } from '../../platform/time/zoneOffsets.ts'
import { isGiven } from './fillTemplate.ts'
import type { Inputs } from './fillTemplate.ts'
import { mustMatchTerminals, withTerminals } from './conditionTerminals.ts'
import { terminalFor } from '../rules.sql.ts'
import type { RuleRow } from '../rules.sql.ts'

/** Schedules travel in UTC over HTTP and are stored as local times of the box that executes them. */

/**
 * Converts the schedules of a form to local times of the box: shifts them by the present difference between the two zones.
 * @throws Failed with the invalid fields, NotFound for a box out of scope
 */
export async function toTerminalTime(
  work: UnitOfWork,
  { inputs: asked, category }: Pick<TemplateDetails, 'inputs' | 'category'>,
  sent: readonly RuleInput[],
  terminalId: string | null,
): Promise<readonly RuleInput[]> {
  if (terminalId === null) await mustMatchTerminals(work, sent)
  const schedules = new Set(asked.filter(one => one.type === 'SCHEDULER').map(one => one.id))
  if (terminalId === null || !sent.some(one => schedules.has(one.id))) return sent
  const { timeZone } = orNotFound(await terminalFor(work, terminalId))
  const now = work.now.getTime()
  const Week = sentWeek(category.id === 'FORCED_SCHEDULER')
  const onTheWall = (value: unknown, field: string) => {
    const read = check(Week, value)
    if (!read.ok)
      throw new Failed(
        'INVALID_INPUT',
        read.problems.map(problem => ({ ...problem, field: below(field, problem.field) })),
      )
    const week = read.value
    if (!TimeZone.safeParse(week.timeZone).success) throw invalid(`${field}.timeZone`, 'timeZone')
    if (!isEverAhead(week.timeZone, week.offset, now))
      throw invalid(`${field}.offset`, 'notOneOf', { options: aheads(week.timeZone, now) })
    const twice = overlapIn(week.lines)
    if (twice) throw invalid(`${field}.lines.${twice.line}.intervals.${twice.interval}.startTime`, 'INTERVALS_OVERLAP')
    return toWall(week, utcOffsetMinutes(timeZone, now) - utcOffsetMinutes(week.timeZone, now))
  }
  return sent.map(({ id, value }) => ({
    id,
    value: schedules.has(id) && isGiven(value) ? onTheWall(value, `inputs.${id}`) : value,
  }))
}

/**
 * Runs `act` and maps the paths of its failures to those of the request: in local time of the box a slot may be on another line.
 * Of equal slots of a device the first one is named.
 */
export async function withSentPaths<T>(sent: readonly RuleInput[], stored: Inputs, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Failed) || error.code !== 'INVALID_INPUT') throw error
    throw new Failed(
      error.code,
      error.fields.map(field => ({ ...field, field: asSent(field.field, sent, stored) })),
    )
  }
}

const Slots = z.array(z.object({ intervals: z.array(z.record(z.string(), z.unknown())) }))
const Sent = z.object({ lines: Slots })

function asSent(field: string, sent: readonly RuleInput[], storedInputs: Inputs): string {
  const [, id, line, slot, rest = ''] = /^inputs\.(\w+)\.(\d+)(?:\.intervals\.(\d+))?(.*)$/.exec(field) ?? []
  const week = Sent.safeParse(sent.find(one => one.id === id)?.value).data
  if (!id || !week) return field
  const at = slotLike(Slots.safeParse(storedInputs[id]).data ?? [], { line: Number(line), slot: Number(slot) }, week.lines)
  return at ? `inputs.${id}.lines.${at.line}.intervals.${at.slot}${rest}` : `inputs.${id}.lines`
}

/** UTC offsets, in minutes, that a zone has in the two years before and after now. */
const offsets = (zone: string, now: number): number[] => [
  ...new Set(
    zoneOffsets(zone, now - 2 * 365 * DAY).flatMap(zoneOffset =>
      zoneOffset.from < now + 2 * 365 * DAY ? [zoneOffset.minutes] : [],
    ),
  ),
]
const isEverAhead = (zone: string, minutes: number, now: number) => offsets(zone, now).includes(minutes)
const aheads = (zone: string, now: number) => offsets(zone, now).join(', ')
const DAY = 86_400_000

const below = (field: string, within: string) => (within === '' ? field : `${field}.${within}`)

/** The inputs of a rule as they are sent; `now` (ms UTC) decides the UTC offset of the box. */
export function presentInputs({ body }: Pick<RuleRow, 'body'>, now: number): RuleInput[] {
  const parsed = RuleBody.safeParse(body).data
  if (!parsed) return []
  const { timeZone } = parsed
  const inputs =
    parsed.template === 'SCHEDULER' || parsed.template === 'FORCED_SCHEDULER'
      ? { ...parsed.inputs, lines: toUtc(parsed.inputs.lines, { timeZone, offset: utcOffsetMinutes(timeZone, now) }) }
      : parsed.template === 'CLOUD_ALARM'
        ? { ...parsed.inputs, lines: withTerminals(parsed) }
        : parsed.inputs
  return Object.entries(inputs).map(([id, value]: [string, unknown]) => ({ id, value }))
}
