import { canonical, Configuration, LIMITS } from '@steading/contract/box'
import type { InterfaceSpec, ShadowDown } from '@steading/contract/box'
import { CATEGORIES, isCategory } from '@steading/contract/categories'
import type { CategoryId } from '@steading/contract/categories'
import { unitOf } from '@steading/contract/interfaces'
import type { Refusal } from '@steading/contract/refusals'
import { createHash, sign } from 'node:crypto'
import { meterOf } from '../readings/index.ts'
import type { Wire } from './shadow.sql.ts'

/** A rule that a box shall run: its body is data, its version rises with every change. */
export interface RuleBody {
  readonly id: string
  readonly ver: number
  readonly body: unknown
}

export type EventStatuses = NonNullable<Configuration['events']>

/** A row of bytes as it travels. */
export interface Bytes {
  readonly bytes: Buffer
  readonly hash: string
}
export interface Desired {
  readonly rev: number
  readonly document: Bytes
  readonly bodies: ReadonlyMap<string, Bytes>
}

const bytesOf = (value: unknown): Bytes => {
  const bytes = Buffer.from(canonical(value))
  return { bytes, hash: hashOf(bytes) }
}
const hashOf = (bytes: Uint8Array) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

/** The hash of a rule's body, as boxes report it. */
export const bodyHash = (body: unknown): string => bytesOf(body).hash

function specOf(wire: Wire): InterfaceSpec {
  if (!isCategory(wire.category)) throw new Error(`interface ${wire.id} has the unknown category ${wire.category}`)
  const category = CATEGORIES[wire.category]
  return {
    ix: wire.ix,
    id: wire.id,
    type: wire.data_type as InterfaceSpec['type'], // safe: the contract checked it before it was stored
    dir: wire.direction as InterfaceSpec['dir'], // safe: the column's check
    unit: unitOf(wire.category, wire.max)?.symbol ?? '',
    min: wire.min ?? category.min,
    max: wire.max ?? category.max,
    factor: wire.factor,
    offset: wire.shift,
    hist: wire.history as InterfaceSpec['hist'], // safe: as the type
    every: wire.every,
    address: wire.address,
    dec: category.decimals,
    ...(category.kind === 'COUNTER' && metered(wire.category, wire)),
  }
}

const metered = (category: CategoryId, wire: Wire) => {
  const { modulus = null, maxRate = null } = meterOf(category, wire)
  return { modulus, maxRate }
}

const safeValue = ({ data_type: type, safe_value: value }: Wire) => (type === 'BOOLEAN' ? value !== 0 : value!)

/** Its sirens sound by themselves when nobody hears of an alarm. */
const sirenOf = (wires: readonly Wire[]): Pick<Configuration, 'siren'> => {
  const ixs = wires.filter(wire => wire.category === 'ALARM_SIREN' && wire.direction !== 'IN').map(wire => wire.ix)
  return ixs.length > 0 ? { siren: { ixs, after: LIMITS.sirenAfter } } : {}
}

export interface Wish {
  readonly uid: string
  readonly rev: number
  readonly wires: readonly Wire[]
  readonly rules: readonly RuleBody[]
  /** Status that people gave to open events of these rules, by the event's key. */
  readonly events: EventStatuses
}

type Limit = Extract<Refusal, `BOX_${string}`>

/** A configuration that cannot be sent: it is more than a box takes. */
export class Unsendable extends Error {
  readonly limit: Limit
  constructor(limit: Limit, message: string) {
    super(message)
    this.limit = limit
  }
}

/**
 * What a box shall run, as the exact bytes that are hashed and signed.
 * @throws Unsendable
 */
export function desired({ uid, rev, wires, rules, events }: Wish): Desired {
  if (rules.length > LIMITS.rules) throw new Unsendable('BOX_RULES_FULL', `${rules.length} rules`)
  const bodies = new Map(rules.map(rule => [rule.id, bytesOf(rule.body)]))
  for (const [id, { bytes }] of bodies)
    if (bytes.length > LIMITS.ruleBytes) throw new Unsendable('BOX_RULE_TOO_LARGE', `rule ${id} has ${bytes.length} bytes`)
  const siren = sirenOf(wires)
  if ((siren.siren?.ixs.length ?? 0) > LIMITS.sirens) throw new Unsendable('BOX_SIRENS_FULL', 'too many sirens')
  const parsed = Configuration.safeParse({
    v: 1,
    uid,
    rev,
    rules: Object.fromEntries(rules.map(({ id, ver }) => [id, { ver, hash: bodies.get(id)?.hash }])),
    ifs: wires.map(specOf),
    failsafe: Object.fromEntries(
      wires.filter(wire => wire.direction !== 'IN' && wire.safe_value !== null).map(wire => [String(wire.ix), safeValue(wire)]),
    ),
    ...(Object.keys(events).length > 0 && { events }),
    ...siren,
  } satisfies Partial<Record<keyof Configuration, unknown>>)
  if (!parsed.success) throw new Unsendable('BOX_CONFIGURATION_FULL', parsed.error.message)
  const document = bytesOf(parsed.data)
  if (document.bytes.length > LIMITS.configurationBytes)
    throw new Unsendable('BOX_CONFIGURATION_FULL', `the configuration has ${document.bytes.length} bytes`)
  return { rev, document, bodies }
}

const cut = ({ bytes }: Bytes): string[] =>
  Array.from({ length: Math.max(1, Math.ceil(bytes.length / LIMITS.partBytes)) }, (_, i) =>
    bytes.subarray(i * LIMITS.partBytes, (i + 1) * LIMITS.partBytes).toString('base64'),
  )

/** The document in parts, each with the platform's signature over the whole. */
export function documentParts({ rev, document }: Desired, privateKey: string): ShadowDown[] {
  const sig = sign(null, document.bytes, privateKey).toString('base64')
  const parts = cut(document)
  return parts.map((data, i) => ({ v: 1, rev, part: 'doc', hash: document.hash, i, n: parts.length, data, sig }))
}

/** The bodies that a box asked for; those that the configuration doesn't have are left out. */
export const bodyParts = ({ rev, bodies }: Desired, ids: readonly string[]): ShadowDown[] =>
  [...new Set(ids)].flatMap(id => {
    const body = bodies.get(id)
    if (!body) return []
    const parts = cut(body)
    return parts.map((data, i): ShadowDown => ({ v: 1, rev, part: 'rule', id, hash: body.hash, i, n: parts.length, data }))
  })
