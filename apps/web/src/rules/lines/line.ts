import { CATEGORIES, kindOf, notFollowing } from '@steading/contract/categories'
import { type Operator, operatorsOf } from '@steading/contract/operators'
import type { Value } from '@steading/contract/interfaces'
import type { RuleLine } from '@steading/contract/rulebody'
import { clockOf } from '../../ui/form/clock.ts'
import type { Choice } from '../form/choices.ts'
import type { EnteredReference } from './reference.ts'

/** A step of a limit that follows the calendar. */
export interface EnteredStep {
  readonly day?: number | undefined
  readonly logicOperator?: Operator | undefined
  /** The limit. */
  readonly action?: Value | undefined
}

/** A condition as the form holds it while it is filled in. */
export interface EnteredLine extends Partial<Pick<RuleLine, 'relativeTo' | 'percent'>> {
  readonly reference?: readonly EnteredReference[] | undefined
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
  readonly cycle?: readonly EnteredStep[] | undefined
}

/** Changes a line; `touched` is the path of what was changed in it, '' all of it. */
export type ChangeLine = (change: (line: EnteredLine) => EnteredLine, touched: string) => void

export const linesIn = (value: unknown): readonly EnteredLine[] => (Array.isArray(value) ? (value as EnteredLine[]) : []) // safe: the form or the contract wrote them

const AT_ONCE = '00:00'
const CLOUD_MINUTES = 10

/** On a box a condition counts at once; the platform, which hears of it later, waits ten minutes. */
export const newLine = (global: boolean): EnteredLine => ({
  permanenceTime: lasting(0, global),
  repetitionTime: '00:00',
  notificationLimit: 3,
})

export const fewestNotifications = (global: boolean): number => (global ? 1 : 0)

/** An order and its answer differ for a moment each time: held against each other at once, every order would raise the alarm. */
export const isAtOnce = ({ interfaceId = '', permanenceTime }: EnteredLine, choices: ReadonlyMap<string, Choice>): boolean => {
  const of = choices.get(interfaceId)
  return of !== undefined && kindOf(of) === 'COMMAND' && permanenceTime === AT_ONCE
}

/** What is compared: the order to a device against what it answers is a figure. */
const comparedAs = (of: Choice) => (kindOf(of) === 'COMMAND' ? 'DECIMAL' : of.dataType)

export const operatorsFor = (of: Choice | undefined): readonly Operator[] => operatorsOf(of ? comparedAs(of) : 'DECIMAL')

export const valueTypeOf = (of: Choice): 'boolean' | 'string' | 'number' => {
  const as = comparedAs(of)
  return as === 'BOOLEAN' ? 'boolean' : as === 'STRING' ? 'string' : 'number'
}

/** What alarms of such a sensor are mostly about, as far as it is a plain figure or a state. */
const proposalFor = (of: Choice) =>
  CATEGORIES[of.category].alarm.find(one => !('relativeTo' in one) || one.relativeTo === undefined)

/** Minutes that alarms of such a sensor mostly wait. */
const usualMinutes = (of: Choice | undefined): number =>
  of ? (CATEGORIES[of.category].alarm[0]?.permanence ?? (kindOf(of) === 'COMMAND' ? notFollowing.permanence : 0)) : 0
const lasting = (minutes: number, global: boolean) => clockOf(Math.max(minutes, global ? CLOUD_MINUTES : 0))

/** A line without what came with its sensor and nobody has touched. */
function entered({ logicOperator, inputValue, ...line }: EnteredLine, before: Choice | undefined): EnteredLine {
  const proposal = before && proposalFor(before)
  const isProposed = proposal?.value != null && logicOperator === proposal.operator && inputValue === proposal.value
  return isProposed ? line : { ...line, logicOperator, inputValue }
}

/**
 * Another sensor than `before`: what was entered stays where it still fits; what is open begins with what alarms of such a sensor
 * are mostly about, how long they wait as well.
 */
export function withInterface(
  all: EnteredLine,
  of: Choice | undefined,
  { before, global }: { before?: Choice | undefined; global: boolean },
): EnteredLine {
  const line = entered(all, before)
  const { relativeTo: _relativeTo, percent: _percent, reference: _reference, ...plain } = line
  const usual = [usualMinutes(before), 0].map(minutes => lasting(minutes, global))
  const permanenceTime = usual.includes(line.permanenceTime ?? '') ? lasting(usualMinutes(of), global) : line.permanenceTime
  if (!of) return { ...plain, permanenceTime, interfaceId: undefined }
  const operators = operatorsFor(of)
  const type = valueTypeOf(of)
  const proposal = proposalFor(of)
  const keptOperator = operators.find(one => one === line.logicOperator)
  const keptValue = typeof line.inputValue === type ? line.inputValue : undefined
  const isOpen = keptOperator === undefined || keptValue === undefined
  return {
    ...plain,
    interfaceId: of.id,
    permanenceTime,
    logicOperator:
      (isOpen && operators.find(one => one === proposal?.operator)) ||
      (keptOperator ?? (operators.length === 1 ? operators[0] : undefined)),
    inputValue: keptValue ?? (typeof proposal?.value === type ? (proposal?.value ?? undefined) : undefined),
    ...(line.cycle && { cycle: line.cycle.map(step => stepFor(step, of)) }),
  }
}

/** A step where another sensor is watched. */
export const stepFor = (step: EnteredStep, of: Choice | undefined): EnteredStep => {
  if (!of) return step
  const operators = operatorsFor(of)
  const kept = operators.find(one => one === step.logicOperator)
  return {
    day: step.day,
    logicOperator: kept ?? (operators.length === 1 ? operators[0] : undefined),
    action: typeof step.action === valueTypeOf(of) ? step.action : undefined,
  }
}

/** A limit that follows the calendar from a day on, or a plain one again. */
export function cyclical(line: EnteredLine, on: boolean, firstDay: string): EnteredLine {
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
