import { RuleBody } from '@steading/contract/rules/body'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { referencedInterfaces } from '../body.ts'
import { eventOf } from '../rules.ts'
import type { RuleRow } from '../rules.sql.ts'
import { interfaceNames, personNames } from './auditSnapshot.sql.ts'

/** Fields that hold ids of interfaces (in inputs) and of users (in events). */
const NAMED = new Set([
  'sensors',
  'refSensor',
  'outputs',
  'heatOutputs',
  'coolOutputs',
  'setPointOut',
  'heatSetPointOut',
  'coolSetPointOut',
  'interfaceId',
  'usersList',
])

/** Defaults, which the audit omits. */
const silent = ([key, value]: [string, unknown]) =>
  (Array.isArray(value) && value.length === 0) || (key === 'percent' && value === false)

/** The value with ids replaced by names; `at`: the field that holds it. */
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

async function inputsOf(work: UnitOfWork, { body }: RuleRow): Promise<Readonly<Record<string, unknown>>> {
  const inputs = RuleBody.safeParse(body).data?.inputs ?? {}
  const { IN, OUT } = referencedInterfaces({ inputs })
  const names = await interfaceNames(work, [...IN, ...OUT])
  return Object.fromEntries(Object.entries(inputs).map(([id, value]: [string, unknown]) => [id, named(value, names, id)]))
}

async function eventIn(work: UnitOfWork, row: RuleRow) {
  const event = eventOf(row)
  const people = event?.actionConfigurations.flatMap(actionConfiguration => actionConfiguration.properties.usersList) ?? []
  return named(event, await personNames(work, people), '')
}

/** Snapshot of a rule for the audit: its inputs, with the present names of sensors, devices and users. */
export const auditSnapshot = async (work: UnitOfWork, row: RuleRow) => ({
  displayName: row.display_name,
  template: row.template,
  entity: row.rootEntity.displayName,
  sector: row.sector?.displayName,
  terminal: row.terminalName,
  autoClose: row.auto_close,
  event: await eventIn(work, row),
  ...(await inputsOf(work, row)),
})
