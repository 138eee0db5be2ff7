import { CATEGORIES, isCategory, kindOf } from '@steading/contract/categories'
import type { DataType } from '@steading/contract/categories'
import { RuleBody } from '@steading/contract/rulebody'
import type { RuleTemplate } from '@steading/contract/rulebody'
import { checked } from '../platform/failures.ts'
import { offsetsOf } from '../platform/offsets.ts'
import { meterOf } from '../readings/index.ts'

/** An interface as a rule needs to know it. */
export interface Wired {
  readonly id: string
  readonly terminalId: string
  readonly category: string
  readonly dataType: string
  readonly history: string
  readonly every: number
  readonly modulus: number | null
  readonly max_rate: number | null
}

export interface Wish {
  readonly template: RuleTemplate
  readonly inputs: Readonly<Record<string, unknown>>
  readonly event?: unknown
  readonly autoClose?: boolean
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value])

/** The interfaces that the inputs of any template name: those it reads and those it writes. */
export function interfacesNamed({ inputs }: Pick<Wish, 'inputs'>) {
  const ids = (...names: string[]) => names.flatMap(name => list(inputs[name])).filter(id => typeof id === 'string')
  const watched = list(inputs['lines']).map(line =>
    typeof line === 'object' && line !== null ? Reflect.get(line, 'interfaceId') : undefined,
  )
  return {
    IN: [...new Set([...ids('sensors', 'refSensor'), ...watched.filter(id => typeof id === 'string')])],
    OUT: [...new Set(ids('outputs', 'heatOutputs', 'coolOutputs', 'setPointOut', 'heatSetPointOut', 'coolSetPointOut'))],
  }
}

/**
 * The body of a rule, complete: what the wish says, and what the platform knows of its interfaces. `terminalId` is the box that
 * runs it; null: the platform does. `now` is ms UTC: local time is told from there on.
 * @throws Failed with a field for each thing that is wrong
 */
export function bodyOf(
  wish: Wish,
  rule: { id: string; version: number; terminalId: string | null; timeZone: string; now: number },
  interfaces: readonly Wired[],
): RuleBody {
  const { template, inputs, event, autoClose } = wish
  const written = interfacesNamed(wish).OUT
  return checked(RuleBody, {
    template,
    inputs,
    id: rule.id,
    version: rule.version,
    timeZone: rule.timeZone,
    // Left out again where the rule needs no clock on the wall.
    offsets: offsetsOf(rule.timeZone, rule.now),
    interfaces: interfaces.map(one => specOf(one, rule.terminalId, written.includes(one.id))),
    ...(event !== undefined && { event }),
    ...(autoClose !== undefined && { autoClose }),
  })
}

/** `isWritten`: the rule drives it. */
export function specOf(wired: Wired, runsOn: string | null, isWritten = false) {
  const { id, terminalId, category: name, dataType, history, every } = wired
  if (!isCategory(name)) throw new Error(`interface ${id} has the unknown category ${name}`)
  const category = CATEGORIES[name]
  // A box shows its rules every sample; the platform gets only changes of an interface whose history is of changes. What only
  // takes orders says something when it gets one.
  const isTold = category.kind === 'COMMAND' && kindOf({ category: name }) !== 'COMMAND'
  const onChange = isTold || (runsOn === null && history === 'DIFFERENT_VALUES')
  return {
    id,
    ...(terminalId !== runsOn && { terminalId }),
    dataType: dataType as DataType, // safe: the contract checked it before it was stored
    kind: isWritten ? category.kind : kindOf({ category: name }),
    every: onChange ? 0 : every,
    decimals: category.decimals,
    ...(category.kind === 'COUNTER' && meterOf(name, wired)),
  }
}
