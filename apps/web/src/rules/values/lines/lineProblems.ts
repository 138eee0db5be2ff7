import type { TextKey, Translate } from '@steading/locales/text'
import { type LineValues, type StepValues, toLines } from './lineValues.ts'

/** What is wrong with the conditions of an alarm, with the number of the line; `field` is the path below their input. */

interface LineProblem {
  readonly field: string
  readonly words: string
}

const isOpen = (value: unknown): boolean => value === undefined || value === null || value === ''

export function lineProblems(value: unknown, global: boolean, t: Translate): readonly LineProblem[] {
  const lines = toLines(value)
  if (lines.length === 0) return [{ field: '', words: t('rule.wrong.noLines') }]
  return lines.flatMap((line, at) => {
    const wrong = (field: string, key: TextKey): LineProblem => ({ field: `${at}.${field}`, words: t(key, { line: at + 1 }) })
    return [
      ...(global && isOpen(line.terminalId) ? [wrong('terminalId', 'rule.wrong.noTerminal')] : []),
      ...(isOpen(line.interfaceId) ? [wrong('interfaceId', 'rule.wrong.noInterface')] : []),
      ...(line.isCyclical ? calendarProblems(line, wrong) : limitProblems(line, wrong)),
      ...referenceProblems(line, wrong),
      ...(['permanenceTime', 'repetitionTime'] as const).flatMap(field =>
        isOpen(line[field]) ? [wrong(field, 'invalid.required')] : [],
      ),
      ...(isOpen(line.notificationLimit) ? [wrong('notificationLimit', 'invalid.required')] : []),
    ]
  })
}

type AddProblem = (field: string, key: TextKey) => LineProblem

const limitProblems = ({ interfaceId, logicOperator, inputValue }: LineValues, wrong: AddProblem): LineProblem[] =>
  // Which comparison and which value there can be, the sensor says.
  isOpen(interfaceId)
    ? []
    : [
        ...(isOpen(logicOperator) ? [wrong('logicOperator', 'rule.wrong.noOperator')] : []),
        ...(isOpen(inputValue) ? [wrong('inputValue', 'rule.wrong.noValue')] : []),
      ]

function referenceProblems({ relativeTo, followsBatch, reference = [] }: LineValues, wrong: AddProblem): LineProblem[] {
  if (relativeTo === undefined || followsBatch === true) return []
  if (relativeTo === 'CAPACITY')
    return (reference[0]?.value ?? 0) > 0 ? [] : [wrong('reference.0.value', 'rule.wrong.noCapacity')]
  const isAscending = reference.every(({ from }, at) => from === undefined || from > (reference[at - 1]?.from ?? -Infinity))
  return [
    ...reference.flatMap(({ from, value }, at) => [
      ...(from === undefined ? [wrong(`reference.${at}.from`, 'rule.wrong.noCycleDay')] : []),
      ...(value === undefined ? [wrong(`reference.${at}.value`, 'rule.wrong.noValue')] : []),
    ]),
    ...(isAscending ? [] : [wrong('reference', 'invalid.CYCLE_DAYS_NOT_ASCENDING')]),
  ]
}

const millisADay = 86_400_000

function calendarProblems(
  { cycleStartDate: start, cycleEndDate: end, cycle = [] }: LineValues,
  wrong: AddProblem,
): LineProblem[] {
  const days = isOpen(start) || isOpen(end) ? Number.NaN : (Date.parse(end ?? '') - Date.parse(start ?? '')) / millisADay
  return [
    ...(isOpen(start) ? [wrong('cycleStartDate', 'rule.wrong.noCycleStart')] : []),
    ...(isOpen(end) ? [wrong('cycleEndDate', 'rule.wrong.noCycleEnd')] : []),
    ...(days < 0 ? [wrong('cycleEndDate', 'rule.wrong.cycleEndsEarly')] : []),
    ...(cycle.length === 0 ? [wrong('cycle', 'rule.wrong.noCycle')] : []),
    ...cycle.flatMap((step, at) => stepProblems(step, cycle[at - 1], days, (field, key) => wrong(`cycle.${at}.${field}`, key))),
  ]
}

function stepProblems(
  { day, logicOperator, action }: StepValues,
  before: StepValues | undefined,
  days: number,
  wrong: AddProblem,
) {
  return [
    ...(day === undefined ? [wrong('day', 'rule.wrong.noCycleDay')] : []),
    ...(day !== undefined && day < (before?.day ?? day) ? [wrong('day', 'rule.wrong.cycleDayNotGreater')] : []),
    ...(day !== undefined && days >= 0 && day > days ? [wrong('day', 'rule.wrong.cycleDayOutside')] : []),
    ...(isOpen(logicOperator) ? [wrong('logicOperator', 'rule.wrong.noOperator')] : []),
    ...(isOpen(action) ? [wrong('action', 'rule.wrong.noValue')] : []),
  ]
}
