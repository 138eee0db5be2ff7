import { RuleBody } from '@steading/contract/rulebody'
import type { Work } from '../platform/database/work.ts'
import { interfacesNamed } from './body.ts'
import { eventOf } from './rules.ts'
import type { RuleRow } from './rules.sql.ts'
import { interfaceNames, personNames } from './trace.sql.ts'

/** Where inputs hold ids of interfaces, and events ids of people. */
const NAMED = new Set([
  ...['sensors', 'refSensor', 'outputs', 'heatOutputs', 'coolOutputs'],
  ...['setPointOut', 'heatSetPointOut', 'coolSetPointOut', 'interfaceId', 'usersList'],
])

/** What says nothing where nobody said it. */
const silent = ([key, value]: [string, unknown]) =>
  (Array.isArray(value) && value.length === 0) || (key === 'percent' && value === false)

/** The same value, each id by its name; `at` is the field that holds it. */
function named(value: unknown, names: ReadonlyMap<string, string>, at: string): unknown {
  if (typeof value === 'string') return NAMED.has(at) ? (names.get(value) ?? value) : value
  if (Array.isArray(value)) return value.map((one: unknown) => named(one, names, at))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter((entry: [string, unknown]) => !silent(entry))
      .map(([key, one]: [string, unknown]) => [key, named(one, names, key)]),
  )
}

async function inputsOf(work: Work, { body }: RuleRow): Promise<Readonly<Record<string, unknown>>> {
  const inputs = RuleBody.safeParse(body).data?.inputs ?? {}
  const { IN, OUT } = interfacesNamed({ inputs })
  const names = await interfaceNames(work, [...IN, ...OUT])
  return Object.fromEntries(Object.entries(inputs).map(([id, value]: [string, unknown]) => [id, named(value, names, id)]))
}

async function eventIn(work: Work, row: RuleRow) {
  const event = eventOf(row)
  const people = event?.actionConfigurations.flatMap(one => one.properties.usersList) ?? []
  return named(event, await personNames(work, people), '')
}

/** What audits tell of a rule: each of its inputs, with the names of sensors, devices and people as they are now. */
export const told = async (work: Work, row: RuleRow) => ({
  displayName: row.display_name,
  template: row.template,
  entity: row.rootEntity.displayName,
  sector: row.sector?.displayName,
  terminal: row.terminalName,
  autoClose: row.auto_close,
  event: await eventIn(work, row),
  ...(await inputsOf(work, row)),
})
