import { type CategoryId, categoryKey } from '@steading/contract/devices/categories'
import type { Command, Interface, Value } from '@steading/contract/devices/interfaces'
import type { Operation } from '@steading/contract/devices/virtualSources'
import { reasonWords } from '@steading/locales/reasons'
import type { TextKey, Translate } from '@steading/locales/text'
import { Unreachable } from '../platform/api/api.ts'
import { valueText } from './subject.ts'
import { byName } from '../platform/page/sortNames.ts'

type Direction = Interface['terminalInterfaceType']

export const categoryName = (category: CategoryId, t: Translate): string => t(categoryKey(category) as TextKey) // safe: the texts' test has every category

const directions = { IN: 'interface.in', OUT: 'interface.out', IN_OUT: 'interface.inOut' } as const satisfies Record<
  Direction,
  TextKey
>
export const directionName = (direction: Direction, t: Translate): string => t(directions[direction])

const histories = {
  NO_HISTORY: 'history.none',
  TIME_INTERVAL: 'history.interval',
  DIFFERENT_VALUES: 'history.onChange',
  ALL_VALUES: 'history.all',
} as const satisfies Record<Interface['historyConfiguration'], TextKey>
export const historyName = (history: Interface['historyConfiguration'], t: Translate): string => t(histories[history])

/** A value with its unit: "26,4 °C", "On". */
export function valueWords(info: Pick<Interface, 'category' | 'decimals' | 'unit'>, value: Value | null, t: Translate): string {
  const text = valueText(info, value, t)
  return typeof value === 'number' && info.unit ? `${text}\u00a0${info.unit}` : text
}

const states = {
  SENT: 'command.state.sent',
  DONE: 'command.state.done',
  REJECTED: 'command.state.rejected',
  EXPIRED: 'command.state.expired',
  UNCONFIRMED: 'command.state.unconfirmed',
} as const satisfies Record<Command['state'], TextKey>
export const commandStateWords = ({ state }: Pick<Command, 'state'>, t: Translate): string => t(states[state])

/** What became of a command, and why: once, where the reason tells both. */
export function outcomeWords(
  info: Pick<Interface, 'category' | 'decimals' | 'unit'>,
  command: Pick<Command, 'state' | 'reason' | 'value' | 'readBack'>,
  t: Translate,
): { readonly state: string; readonly reason: string | undefined } {
  const reason = reasonWords(command, t)
  if (command.state === 'UNCONFIRMED' && command.readBack !== null) {
    const values = { ordered: valueWords(info, command.value, t), read: valueWords(info, command.readBack, t) }
    return { state: t('command.state.contradicted', values), reason }
  }
  return command.state === 'EXPIRED' && reason
    ? { state: reason, reason: undefined }
    : { state: commandStateWords(command, t), reason }
}

/** What the failure of sending begins with: without a connection an order is not kept, lest it goes out when nobody expects it. */
export const notSentWords = (error: unknown, t: Translate): string =>
  t(error instanceof Unreachable ? 'actuation.notSent' : 'actuation.failed')

const operations = {
  AVG: 'virtual.avg',
  SUM: 'virtual.sum',
  MIN: 'virtual.min',
  MAX: 'virtual.max',
  DIFF: 'virtual.diff',
  SCALE: 'virtual.scale',
} as const satisfies Record<Operation, TextKey>
/** What a calculated sensor makes of its sources. */
export const operationName = (operation: Operation, t: Translate): string => t(operations[operation])

const dataTypes = {
  BOOLEAN: 'dataType.boolean',
  STRING: 'dataType.string',
  DECIMAL: 'dataType.decimal',
  INTEGER: 'dataType.integer',
} as const satisfies Record<Interface['terminalInterfaceDataType'], TextKey>
export const dataTypeName = (type: Interface['terminalInterfaceDataType'], t: Translate): string => t(dataTypes[type])

/** Categories as choices, by name. */
export const categoryChoices = (ids: readonly CategoryId[], t: Translate): readonly { value: string; label: string }[] =>
  ids.map(id => ({ value: id as string, label: categoryName(id, t) })).toSorted((a, b) => byName(a.label, b.label, t.language))
