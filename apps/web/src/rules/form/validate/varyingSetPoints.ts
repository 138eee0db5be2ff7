import { kindOf } from '@steading/contract/devices/categories'
import { RuleBody, type RuleLine } from '@steading/contract/rules/body'
import { scaleOf } from '@steading/locales/condition'
import { inputName } from '@steading/locales/inputs'
import type { Translate } from '@steading/locales/text'
import { limitAt, linesInForce } from '@steading/rules/alarms/limits'
import { setPointsAt } from '@steading/rules/templates/cycle'
import type { AdjustableGroup, Course, Moving } from '../../../rehearsal/index.ts'
import { dayOf } from '../../../ui/moment/zoned.ts'
import type { CycleRule } from '../../describe/cycleAge.ts'
import { type CycleKey, toCycleValues, ageDay, entryAt, keysOf } from '../../values/cycleValues.ts'
import type { InterfaceLookup } from '../../describe/interfaceLookup.ts'
import { toLines } from '../../values/lines/lineValues.ts'
import { weekdaysWords } from '@steading/locales/weekdays'
import { toWeek } from '../../../ui/week/weekValues.ts'
import type { Choice } from '../../values/choices.ts'
import type { Inputs, Template } from '../../values/ruleForm.ts'

/** What of a rule moves with the age of the animals, with the calendar or with the clock, for whoever tries it on the past. */

const millisADay = 86_400_000
const points = 240
type Points = Partial<Record<string, number>>
const setPoints = ['setPoint', 'heatSetPoint', 'coolSetPoint'] as const

interface FormContext {
  readonly inputs: Inputs
  readonly template: Template
  readonly choices: ReadonlyMap<string, Choice>
  readonly timeZone: string
}
interface TimeRange {
  readonly from: number
  readonly to: number
}

export const varyingSetPoints = (
  around: FormContext,
  body: unknown,
  knownOf: InterfaceLookup,
  { from, to }: TimeRange,
  t: Translate,
): Moving => ({
  groups: around.template.inputs.flatMap(({ id, type, inputs: each = [] }) => {
    if (type === 'CYCLEGROUP') return ageGroups(around, id, each, { from, to }, t)
    if (type === 'SCHEDULER') return weekGroups(around, id, t)
    return type === 'DROPGROUP' && each.length > 0 ? lineGroups(around, id, knownOf, t) : []
  }),
  courses: courses(body, knownOf, { from, to }, t),
})

type InputDefinitions = NonNullable<Template['inputs'][number]['inputs']>

/** The days of the table whose values were in force, or were on the way to be. */
function ageGroups(
  { inputs, timeZone }: FormContext,
  id: string,
  each: InputDefinitions,
  { from, to }: TimeRange,
  t: Translate,
): AdjustableGroup[] {
  const cycle = toCycleValues(inputs[id])
  const first = dayOf(from, timeZone)
  const last = dayOf(to, timeZone)
  const dayOne = String(cycle.dayOne['date'] ?? '')
  const dateOf = (key: CycleKey): string => {
    if (key === 'preCycle') return String(cycle.preCycle['date'] ?? '')
    const midnight =
      Date.parse(`${dayOne}T00:00:00Z`) + ((key === 'dayOne' ? 1 : (ageDay(entryAt(cycle, key)) ?? 1)) - 1) * millisADay
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
            name: ageName(key, ageDay(entryAt(cycle, key)), t),
            values: each.map(input => {
              const value = entryAt(cycle, key)[input.id]
              return {
                path: `${id}.${key}.${input.id}`,
                name: inputName(input, t),
                value: typeof value === 'number' ? value : undefined,
                unit: input.unit ?? '',
                decimals: input.type === 'DECIMAL' ? 1 : 0,
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
const weekGroups = ({ inputs, choices }: FormContext, id: string, t: Translate): AdjustableGroup[] => {
  const choice = [inputs['outputs']].flat().map(item => choices.get(String(item)))[0]
  return toWeek(inputs[id]).map(({ weekdays, intervals }, at) => ({
    name: weekdaysWords(weekdays, t),
    values: intervals.flatMap(({ startTime, endTime, action }, k) => {
      const path = `${id}.${at}.intervals.${k}`
      return [
        { path: `${path}.startTime`, name: t('scheduler.start'), value: startTime },
        { path: `${path}.endTime`, name: t('scheduler.end'), value: endTime },
        ...(typeof action === 'number'
          ? [{ path: `${path}.action`, name: t('scheduler.value'), value: action, unit: choice?.unit ?? '', decimals: 1 }]
          : []),
      ]
    }),
  }))
}

/** Limits that are no plain figure of their sensor: told from a reference, by the calendar, of a meter or of an answer. */
const lineGroups = ({ inputs, choices }: FormContext, id: string, knownOf: InterfaceLookup, t: Translate): AdjustableGroup[] =>
  toLines(inputs[id]).flatMap((line, at) => {
    const choice = choices.get(line.interfaceId ?? '')
    const isPlain = choice !== undefined && kindOf(choice) === 'GAUGE' && line.relativeTo === undefined && !line.isCyclical
    if (choice === undefined || isPlain) return []
    const scale = scaleOf({ ...choice, relativeTo: line.relativeTo, percent: line.percent })
    const values = line.isCyclical
      ? (line.cycle ?? []).map(({ day, action }, k) => ({
          path: `${id}.${at}.cycle.${k}.action`,
          name: `${t('rule.line.stepDay')}: ${day ?? ''}`,
          value: action,
        }))
      : [{ path: `${id}.${at}.inputValue`, name: t('rule.line.value'), value: line.inputValue }]
    const figures = values.flatMap(({ value, ...item }) => (typeof value === 'number' ? [{ ...item, ...scale, value }] : []))
    return figures.length > 0
      ? [{ name: `${t('rule.lineNumber', { line: at + 1 })}: ${knownOf(choice.id).name}`, values: figures }]
      : []
  })

/** The set points and limits as they were at each moment, where they moved. */
function courses(given: unknown, knownOf: InterfaceLookup, { from, to }: TimeRange, t: Translate): Course[] {
  const { data: body } = RuleBody.safeParse(given)
  if (!body) return []
  const times = Array.from({ length: points + 1 }, (_, at) => from + ((to - from) * at) / points)
  if ('cycle' in body.inputs) {
    const { sensors: interfaceIds } = body.inputs
    const aging = body as CycleRule<Points> & typeof body // safe: bodies with a cycle age, and their points are figures
    const at = times.map(time => setPointsAt<Points>(aging, time))
    return setPoints.flatMap(id => {
      const values = at.map(item => item?.[id] ?? null)
      return values.some(value => value !== null) ? [{ name: inputName({ id }, t), interfaceIds, times, values }] : []
    })
  }
  if (!('lines' in body.inputs) || !('event' in body)) return []
  const moving = (line: Partial<Pick<RuleLine, 'relativeTo'>> & { readonly isCyclical?: boolean | undefined }) =>
    line.relativeTo !== undefined || line.isCyclical === true
  return body.inputs.lines.flatMap((line, k): Course[] => {
    const kind = body.interfaces.find(iface => iface.id === line.interfaceId)?.kind
    if (!moving(line) || kind !== 'GAUGE') return []
    const item = { ...body, inputs: { ...body.inputs, lines: [line] } } as typeof body // safe: one of its own lines
    const values = times.map(time => linesInForce(item, time).map(line => limitAt(line, time))[0] ?? null)
    const name = `${t('rule.lineNumber', { line: k + 1 })}: ${knownOf(line.interfaceId).name}`
    return [{ name, interfaceIds: [line.interfaceId], times, values }]
  })
}
