import { kindOf } from '@steading/contract/categories'
import { RuleBody, type RuleLine } from '@steading/contract/rulebody'
import { scaleOf } from '@steading/locales/condition'
import { inputName } from '@steading/locales/inputs'
import type { Translate } from '@steading/locales/text'
import { limitAt, linesInForce } from '@steading/rules/limits'
import { inForce } from '@steading/rules/templates/cycle'
import type { AdjustableGroup, Course, Moving } from '../../rehearsal/index.ts'
import { dayOf } from '../../ui/moment/zoned.ts'
import type { Aging } from '../age.ts'
import { type CycleKey, cycleIn, dayIn, entryAt, keysOf } from '../ages/edit.ts'
import type { KnownOf } from '../known.ts'
import { linesIn } from '../lines/line.ts'
import { weekdaysWords } from '@steading/locales/weekdays'
import { weekIn } from '../week/edit.ts'
import type { Choice } from './choices.ts'
import type { Inputs, Template } from './entered.ts'

/** What of a rule moves with the age of the animals, with the calendar or with the clock, for whoever tries it on the past. */

const millisADay = 86_400_000
const points = 240
type Points = Partial<Record<string, number>>
const setPoints = ['setPoint', 'heatSetPoint', 'coolSetPoint'] as const

interface Around {
  readonly inputs: Inputs
  readonly template: Template
  readonly choices: ReadonlyMap<string, Choice>
  readonly timeZone: string
}
interface Window {
  readonly from: number
  readonly to: number
}

export const movingOf = (around: Around, body: unknown, knownOf: KnownOf, { from, to }: Window, t: Translate): Moving => ({
  groups: around.template.inputs.flatMap(({ id, type, inputs: each = [] }) => {
    if (type === 'CYCLEGROUP') return ageGroups(around, id, each, { from, to }, t)
    if (type === 'SCHEDULER') return weekGroups(around, id, t)
    return type === 'DROPGROUP' && each.length > 0 ? lineGroups(around, id, knownOf, t) : []
  }),
  courses: coursesOf(body, knownOf, { from, to }, t),
})

type Each = NonNullable<Template['inputs'][number]['inputs']>

/** The days of the table whose values were in force, or were on the way to be. */
function ageGroups({ inputs, timeZone }: Around, id: string, each: Each, { from, to }: Window, t: Translate): AdjustableGroup[] {
  const cycle = cycleIn(inputs[id])
  const [first, last] = [dayOf(from, timeZone), dayOf(to, timeZone)]
  const dayOne = String(cycle.dayOne['date'] ?? '')
  const dateOf = (key: CycleKey): string => {
    if (key === 'preCycle') return String(cycle.preCycle['date'] ?? '')
    const midnight =
      Date.parse(`${dayOne}T00:00:00Z`) + ((key === 'dayOne' ? 1 : (dayIn(entryAt(cycle, key)) ?? 1)) - 1) * millisADay
    return Number.isNaN(midnight) ? '' : new Date(midnight).toISOString().slice(0, 10)
  }
  const keys = keysOf(cycle)
  const dates = keys.map(dateOf)
  const wasInForce = (at: number): boolean => {
    const begins = dates[at] ?? ''
    const next = dates[at + 1]
    if (begins <= last) return next === undefined || next > first
    // Towards the next entry it goes step by step, or in a line.
    return inputs['interpolation'] !== 'STEP' && at > 1 && (dates[at - 1] ?? '') <= last
  }
  return keys.flatMap((key, at) =>
    wasInForce(at)
      ? [
          {
            name: ageName(key, dayIn(entryAt(cycle, key)), t),
            values: each.map(input => {
              const value = entryAt(cycle, key)[input.id]
              return {
                path: `${id}.${key}.${input.id}`,
                name: inputName(input, t),
                value: typeof value === 'number' ? value : undefined,
                ...{ unit: input.unit ?? '', decimals: input.type === 'DECIMAL' ? 1 : 0 },
                ...(input.min !== undefined && { min: input.min }),
                ...(input.max !== undefined && { max: input.max }),
              }
            }),
          },
        ]
      : [],
  )
}

function ageName(key: CycleKey, day: number | undefined, t: Translate): string {
  if (key === 'preCycle') return t('rule.cycle.preCycle')
  if (key === 'dayOne') return t('rule.cycle.dayOne')
  return key === 'lastDay' ? t('rule.cycle.last', { day: day ?? '' }) : t('rule.cycle.addedDay', { day: day ?? '' })
}

/** The edges of the time slots, and what is set in them where that is a figure. */
const weekGroups = ({ inputs, choices }: Around, id: string, t: Translate): AdjustableGroup[] => {
  const of = [inputs['outputs']].flat().map(one => choices.get(String(one)))[0]
  return weekIn(inputs[id]).map(({ weekdays, intervals }, at) => ({
    name: weekdaysWords(weekdays, t),
    values: intervals.flatMap(({ startTime, endTime, action }, k) => {
      const path = `${id}.${at}.intervals.${k}`
      return [
        { path: `${path}.startTime`, name: t('scheduler.start'), value: startTime },
        { path: `${path}.endTime`, name: t('scheduler.end'), value: endTime },
        ...(typeof action === 'number'
          ? [{ path: `${path}.action`, name: t('scheduler.value'), value: action, unit: of?.unit ?? '', decimals: 1 }]
          : []),
      ]
    }),
  }))
}

/** Limits that are no plain figure of their sensor: told from a reference, by the calendar, of a meter or of an answer. */
const lineGroups = ({ inputs, choices }: Around, id: string, knownOf: KnownOf, t: Translate): AdjustableGroup[] =>
  linesIn(inputs[id]).flatMap((line, at) => {
    const of = choices.get(line.interfaceId ?? '')
    const isPlain = of !== undefined && kindOf(of) === 'GAUGE' && line.relativeTo === undefined && !line.isCyclical
    if (of === undefined || isPlain) return []
    const scale = scaleOf({ ...of, relativeTo: line.relativeTo, percent: line.percent })
    const values = line.isCyclical
      ? (line.cycle ?? []).map(({ day, action }, k) => ({
          path: `${id}.${at}.cycle.${k}.action`,
          name: `${t('rule.line.stepDay')}: ${day ?? ''}`,
          value: action,
        }))
      : [{ path: `${id}.${at}.inputValue`, name: t('rule.line.value'), value: line.inputValue }]
    const figures = values.flatMap(({ value, ...one }) => (typeof value === 'number' ? [{ ...one, ...scale, value }] : []))
    return figures.length > 0
      ? [{ name: `${t('rule.lineNumber', { line: at + 1 })}: ${knownOf(of.id).name}`, values: figures }]
      : []
  })

/** The set points and limits as they were at each moment, where they moved. */
function coursesOf(given: unknown, knownOf: KnownOf, { from, to }: Window, t: Translate): Course[] {
  const { data: body } = RuleBody.safeParse(given)
  if (!body) return []
  const times = Array.from({ length: points + 1 }, (_, at) => from + ((to - from) * at) / points)
  if ('cycle' in body.inputs) {
    const { sensors: interfaceIds } = body.inputs
    const aging = body as Aging<Points> & typeof body // safe: bodies with a cycle age, and their points are figures
    const at = times.map(time => inForce<Points>(aging, time))
    return setPoints.flatMap(id => {
      const values = at.map(one => one?.[id] ?? null)
      return values.some(one => one !== null) ? [{ name: inputName({ id }, t), interfaceIds, times, values }] : []
    })
  }
  if (!('lines' in body.inputs) || !('event' in body)) return []
  const moving = (line: Partial<Pick<RuleLine, 'relativeTo'>> & { readonly isCyclical?: boolean | undefined }) =>
    line.relativeTo !== undefined || line.isCyclical === true
  return body.inputs.lines.flatMap((line, k): Course[] => {
    const kind = body.interfaces.find(one => one.id === line.interfaceId)?.kind
    if (!moving(line) || kind !== 'GAUGE') return []
    const one = { ...body, inputs: { ...body.inputs, lines: [line] } } as typeof body // safe: one of its own lines
    const values = times.map(time => linesInForce(one, time).map(of => limitAt(of, time))[0] ?? null)
    const name = `${t('rule.lineNumber', { line: k + 1 })}: ${knownOf(line.interfaceId).name}`
    return [{ name, interfaceIds: [line.interfaceId], times, values }]
  })
}
