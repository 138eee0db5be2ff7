import { CATEGORIES, kindOf, notFollowing } from '@steading/contract/devices/categories'
import { type Operator, operatorsOf } from '@steading/contract/rules/operators'
import type { Value } from '@steading/contract/devices/interfaces'
import type { RuleLine } from '@steading/contract/rules/body'
import { clockOf } from '../../../ui/form/input/clock.ts'
import type { Choice } from '../choices.ts'
import type { ReferenceValues } from './referenceValues.ts'

/** A step of a limit that follows the calendar. */
export interface StepValues {
  readonly day?: number | undefined
  readonly logicOperator?: Operator | undefined
  /** The limit. */
  readonly action?: Value | undefined
}

/** A condition as the form holds it while it is filled in. */
export interface LineValues extends Partial<Pick<RuleLine, 'relativeTo' | 'percent' | 'followsBatch'>> {
  readonly reference?: readonly ReferenceValues[] | undefined
  readonly terminalId?: string | undefined
  readonly interfaceId?: string | undefined
  readonly logicOperator?: Operator | undefined
  readonly inputValue?: Value | undefined
  readonly permanenceTime?: string | undefined
  readonly repetitionTime?: string | undefined
  readonly notificationLimit?: number | undefined
  readonly isCyclical?: boolean | undefined
  readonly cycleStartDate?: string | undefined
  readonly cycleEndDate?: string | undefined
  readonly cycle?: readonly StepValues[] | undefined
}

/** Changes a line; `touched` is the path of what was changed in it, '' all of it. */
export type OnLineChange = (change: (line: LineValues) => LineValues, touched: string) => void

export const toLines = (value: unknown): readonly LineValues[] => (Array.isArray(value) ? (value as LineValues[]) : []) // safe: the form or the contract wrote them

const AT_ONCE = '00:00'
const CLOUD_MINUTES = 10

/** On a box a condition counts at once; the platform, which hears of it later, waits ten minutes. */
export const newLine = (global: boolean): LineValues => ({
  permanenceTime: durationFor(0, global),
  repetitionTime: '00:00',
  notificationLimit: 3,
})

export const fewestNotifications = (global: boolean): number => (global ? 1 : 0)

/** An order and its answer differ for a moment each time: held against each other at once, every order would raise the alarm. */
export const isAtOnce = ({ interfaceId = '', permanenceTime }: LineValues, choices: ReadonlyMap<string, Choice>): boolean => {
  const choice = choices.get(interfaceId)
  return choice !== undefined && kindOf(choice) === 'COMMAND' && permanenceTime === AT_ONCE
}

/** What is compared: the order to a device against what it answers is a figure. */
const comparedKind = (choice: Choice) => (kindOf(choice) === 'COMMAND' ? 'DECIMAL' : choice.dataType)

export const operatorsFor = (choice: Choice | undefined): readonly Operator[] =>
  operatorsOf(choice ? comparedKind(choice) : 'DECIMAL')

export const valueTypeOf = (choice: Choice): 'boolean' | 'string' | 'number' => {
  const as = comparedKind(choice)
  return as === 'BOOLEAN' ? 'boolean' : as === 'STRING' ? 'string' : 'number'
}

/** What alarms of such a sensor are mostly about, as far as it is a plain figure or a state. */
const proposalFor = (choice: Choice) =>
  CATEGORIES[choice.category].alarm.find(line => !('relativeTo' in line) || line.relativeTo === undefined)

/** Minutes that alarms of such a sensor mostly wait. */
const usualMinutes = (choice: Choice | undefined): number =>
  choice ? (CATEGORIES[choice.category].alarm[0]?.permanence ?? (kindOf(choice) === 'COMMAND' ? notFollowing.permanence : 0)) : 0
const durationFor = (minutes: number, global: boolean) => clockOf(Math.max(minutes, global ? CLOUD_MINUTES : 0))

/** A line without what came with its sensor and nobody has touched. */
function previousLine({ logicOperator, inputValue, ...line }: LineValues, before: Choice | undefined): LineValues {
  const proposal = before && proposalFor(before)
  const isProposed = proposal?.value != null && logicOperator === proposal.operator && inputValue === proposal.value
  return isProposed ? line : { ...line, logicOperator, inputValue }
}

/**
 * Another sensor than `before`: what was entered stays where it still fits; what is open begins with what alarms of such a sensor
 * are mostly about, how long they wait as well.
 */
export function withInterface(
  all: LineValues,
  choice: Choice | undefined,
  { before, global }: { before?: Choice | undefined; global: boolean },
): LineValues {
  const line = previousLine(all, before)
  const { relativeTo: _relativeTo, percent: _percent, reference: _reference, followsBatch: _follows, ...plain } = line
  const usual = [usualMinutes(before), 0].map(minutes => durationFor(minutes, global))
  const permanenceTime = usual.includes(line.permanenceTime ?? '')
    ? durationFor(usualMinutes(choice), global)
    : line.permanenceTime
  if (!choice) return { ...plain, permanenceTime, interfaceId: undefined }
  const operators = operatorsFor(choice)
  const type = valueTypeOf(choice)
  const proposal = proposalFor(choice)
  const keptOperator = operators.find(operator => operator === line.logicOperator)
  const keptValue = typeof line.inputValue === type ? line.inputValue : undefined
  const isOpen = keptOperator === undefined || keptValue === undefined
  return {
    ...plain,
    interfaceId: choice.id,
    permanenceTime,
    logicOperator:
      (isOpen && operators.find(operator => operator === proposal?.operator)) ||
      (keptOperator ?? (operators.length === 1 ? operators[0] : undefined)),
    inputValue: keptValue ?? (typeof proposal?.value === type ? (proposal?.value ?? undefined) : undefined),
    ...(line.cycle && { cycle: line.cycle.map(step => stepFor(step, choice)) }),
  }
}

/** A step where another sensor is watched. */
export const stepFor = (step: StepValues, choice: Choice | undefined): StepValues => {
  if (!choice) return step
  const operators = operatorsFor(choice)
  const operator = operators.find(operator => operator === step.logicOperator)
  return {
    day: step.day,
    logicOperator: operator ?? (operators.length === 1 ? operators[0] : undefined),
    action: typeof step.action === valueTypeOf(choice) ? step.action : undefined,
  }
}

/** A limit that follows the calendar from a day on, or a plain one again. */
export function withCalendar(line: LineValues, on: boolean, firstDay: string): LineValues {
  const { isCyclical: _, ...rest } = line
  if (!on) {
    const { cycle: _cycle, cycleStartDate: _start, cycleEndDate: _end, ...plain } = rest
    return plain
  }
  return {
    ...rest,
    isCyclical: true,
    cycleStartDate: line.cycleStartDate ?? firstDay,
    cycle: line.cycle ?? [{ day: 0, logicOperator: line.logicOperator, action: line.inputValue }],
  }
}
