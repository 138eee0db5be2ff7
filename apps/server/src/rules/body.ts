import { CATEGORIES, isCategory, kindOf } from '@steading/contract/devices/categories'
import type { DataType } from '@steading/contract/devices/categories'
import { RuleBody } from '@steading/contract/rules/body'
import type { RuleTemplate } from '@steading/contract/rules/body'
import { parseOrFail } from '../platform/failures.ts'
import { zoneOffsets } from '../platform/time/zoneOffsets.ts'
import { meterOf } from '../readings/index.ts'

/** What a rule needs to know of an interface. */
export interface RuleInterfaceRow {
  readonly id: string
  readonly terminalId: string
  readonly category: string
  readonly dataType: string
  readonly history: string
  readonly every: number
  readonly modulus: number | null
  readonly max_rate: number | null
  /** Formula of a virtual interface; null: a box measures it. */
  readonly operation: string | null
}

export interface RuleDraft {
  readonly template: RuleTemplate
  readonly inputs: Readonly<Record<string, unknown>>
  readonly event?: unknown
  readonly autoClose?: boolean
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value])

/** The interfaces that the inputs of any template read or write. */
export function referencedInterfaces({ inputs }: Pick<RuleDraft, 'inputs'>) {
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
 * The complete body of a rule: the draft, with what the platform knows of its interfaces. `terminalId`: the box that runs it;
 * null: the platform. `now` (ms UTC): zone offsets begin there.
 * @throws Failed with a field for each invalid input
 */
export function createBody(
  wish: RuleDraft,
  rule: { id: string; version: number; terminalId: string | null; timeZone: string; now: number },
  interfaces: readonly RuleInterfaceRow[],
): RuleBody {
  const { template, inputs, event, autoClose } = wish
  const written = referencedInterfaces(wish).OUT
  return parseOrFail(RuleBody, {
    template,
    inputs,
    id: rule.id,
    version: rule.version,
    timeZone: rule.timeZone,
    // Left out if the rule does not depend on local time.
    offsets: zoneOffsets(rule.timeZone, rule.now),
    interfaces: interfaces.map(wired => specOf(wired, rule.terminalId, written.includes(wired.id))),
    ...(event !== undefined && { event }),
    ...(autoClose !== undefined && { autoClose }),
  })
}

/** `isWritten`: the rule writes it. */
export function specOf(wired: RuleInterfaceRow, runsOn: string | null, isWritten = false) {
  const { id, terminalId, category: name, dataType, history, every } = wired
  if (!isCategory(name)) throw new Error(`interface ${id} has the unknown category ${name}`)
  const category = CATEGORIES[name]
  // A box passes every sample to its rules. The platform receives only changes if the history of the interface records changes.
  // An interface that is only commanded changes by its commands.
  const isOnlyCommanded = category.kind === 'COMMAND' && kindOf({ category: name }) !== 'COMMAND'
  const onChange = isOnlyCommanded || (runsOn === null && history === 'DIFFERENT_VALUES')
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
