import { canonical, Configuration, LIMITS } from '@steading/contract/box/messages'
import type { InterfaceSpec, ShadowDown } from '@steading/contract/box/messages'
import { CATEGORIES, isCategory } from '@steading/contract/devices/categories'
import type { CategoryId } from '@steading/contract/devices/categories'
import { unitOf } from '@steading/contract/devices/interfaces'
import type { Refusal } from '@steading/contract/http/refusals'
import { TURN } from '@steading/contract/round'
import { createHash, sign } from 'node:crypto'
import { meterOf } from '../../readings/index.ts'
import type { ConfiguredInterface } from './shadow.sql.ts'

/** A rule in the configuration of a box; the version increases with every change. */
export interface RuleBody {
  readonly id: string
  readonly ver: number
  readonly body: unknown
}

export type EventStatuses = NonNullable<Configuration['events']>

/** Encoded bytes and their SHA-256. */
export interface Bytes {
  readonly bytes: Buffer
  readonly hash: string
}
export interface BuiltConfiguration {
  readonly rev: number
  readonly document: Bytes
  readonly bodies: ReadonlyMap<string, Bytes>
}

const encode = (value: unknown): Bytes => {
  const bytes = Buffer.from(canonical(value))
  return { bytes, hash: hashOf(bytes) }
}
const hashOf = (bytes: Uint8Array) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

/** Hash of a rule body, in the format that boxes report. */
export const bodyHash = (body: unknown): string => encode(body).hash

function toInterfaceSpec(wire: ConfiguredInterface): InterfaceSpec {
  if (!isCategory(wire.category)) throw new Error(`interface ${wire.id} has the unknown category ${wire.category}`)
  const category = CATEGORIES[wire.category]
  return {
    ix: wire.ix,
    id: wire.id,
    type: wire.data_type as InterfaceSpec['type'], // safe: the contract checked it before it was stored
    dir: wire.direction,
    unit: unitOf(wire.category, wire.max)?.symbol ?? '',
    min: wire.min ?? category.min,
    max: wire.max ?? category.max,
    factor: wire.factor,
    offset: wire.shift,
    hist: wire.history as InterfaceSpec['hist'], // safe: as the type
    every: wire.every,
    address: wire.address,
    dec: category.decimals,
    ...(category.kind === 'COUNTER' && meterFields(wire.category, wire)),
    ...(category.vectorMean && { turn: TURN }),
  }
}

const meterFields = (category: CategoryId, wire: ConfiguredInterface) => {
  const { modulus = null, maxRate = null } = meterOf(category, { ...wire, operation: null })
  return { modulus, maxRate }
}

const safeValue = ({ data_type: type, safe_value: value }: ConfiguredInterface) => (type === 'BOOLEAN' ? value !== 0 : value!)

/** Sirens that the box sounds by itself when no alarm notification gets through. */
const sirenOf = (interfaces: readonly ConfiguredInterface[]): Pick<Configuration, 'siren'> => {
  const ixs = interfaces.filter(wire => wire.category === 'ALARM_SIREN' && wire.direction !== 'IN').map(wire => wire.ix)
  return ixs.length > 0 ? { siren: { ixs, after: LIMITS.sirenAfter } } : {}
}

export interface ConfigurationInput {
  readonly uid: string
  readonly rev: number
  readonly interfaces: readonly ConfiguredInterface[]
  readonly rules: readonly RuleBody[]
  /** Status that users set on open events of these rules, by event key. */
  readonly events: EventStatuses
}

type Limit = Extract<Refusal, `BOX_${string}`>

/** The configuration exceeds a limit of the box and cannot be sent. */
export class ConfigurationTooLarge extends Error {
  readonly limit: Limit
  constructor(limit: Limit, message: string) {
    super(message)
    this.limit = limit
  }
}

/**
 * Builds the configuration of a box as the exact bytes that are hashed and signed.
 * @throws ConfigurationTooLarge
 */
export function buildConfiguration({ uid, rev, interfaces, rules, events }: ConfigurationInput): BuiltConfiguration {
  if (rules.length > LIMITS.rules) throw new ConfigurationTooLarge('BOX_RULES_FULL', `${rules.length} rules`)
  const bodies = new Map(rules.map(rule => [rule.id, encode(rule.body)]))
  for (const [id, { bytes }] of bodies)
    if (bytes.length > LIMITS.ruleBytes)
      throw new ConfigurationTooLarge('BOX_RULE_TOO_LARGE', `rule ${id} has ${bytes.length} bytes`)
  const siren = sirenOf(interfaces)
  if ((siren.siren?.ixs.length ?? 0) > LIMITS.sirens) throw new ConfigurationTooLarge('BOX_SIRENS_FULL', 'too many sirens')
  const parsed = Configuration.safeParse({
    v: 1,
    uid,
    rev,
    rules: Object.fromEntries(rules.map(({ id, ver }) => [id, { ver, hash: bodies.get(id)?.hash }])),
    ifs: interfaces.map(toInterfaceSpec),
    failsafe: Object.fromEntries(
      interfaces
        .filter(wire => wire.direction !== 'IN' && wire.safe_value !== null)
        .map(wire => [String(wire.ix), safeValue(wire)]),
    ),
    ...(Object.keys(events).length > 0 && { events }),
    ...siren,
  } satisfies Partial<Record<keyof Configuration, unknown>>)
  if (!parsed.success) throw new ConfigurationTooLarge('BOX_CONFIGURATION_FULL', parsed.error.message)
  const document = encode(parsed.data)
  if (document.bytes.length > LIMITS.configurationBytes)
    throw new ConfigurationTooLarge('BOX_CONFIGURATION_FULL', `the configuration has ${document.bytes.length} bytes`)
  return { rev, document, bodies }
}

const split = ({ bytes }: Bytes): string[] =>
  Array.from({ length: Math.max(1, Math.ceil(bytes.length / LIMITS.partBytes)) }, (_, i) =>
    bytes.subarray(i * LIMITS.partBytes, (i + 1) * LIMITS.partBytes).toString('base64'),
  )

/** The configuration document in parts, each with the platform's signature over the whole document. */
export function documentParts({ rev, document }: BuiltConfiguration, privateKey: string): ShadowDown[] {
  const sig = sign(null, document.bytes, privateKey).toString('base64')
  const parts = split(document)
  return parts.map((data, i) => ({ v: 1, rev, part: 'doc', hash: document.hash, i, n: parts.length, data, sig }))
}

/** Rule bodies that a box requested, in parts; unknown ids are skipped. */
export const bodyParts = ({ rev, bodies }: BuiltConfiguration, ids: readonly string[]): ShadowDown[] =>
  [...new Set(ids)].flatMap(id => {
    const body = bodies.get(id)
    if (!body) return []
    const parts = split(body)
    return parts.map((data, i): ShadowDown => ({ v: 1, rev, part: 'rule', id, hash: body.hash, i, n: parts.length, data }))
  })
