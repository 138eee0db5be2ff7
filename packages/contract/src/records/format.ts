import { z } from 'zod'
import { Value } from '../devices/interfaces.ts'
import { Stamp } from '../http/fields.ts'

// The file of an alarm record: JSON Lines in canonical JSON (RFC 8785). First a header, then one entry a minute, then the seal.

export const RECORD_FORMAT = 'steading-alarm-record/1'

/** SHA-256, or another value of 256 bits, as 64 hexadecimal digits. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** An interface whose values the entries hold. */
export const RecordInterface = z.object({
  id: z.string(),
  name: z.string(),
  place: z.string(),
  category: z.string(),
  unit: z.string().nullable(),
  /** CONDITION: its value opened the alarm; OUTPUT: it was switched shortly before; SUBJECT: the alarm is about it. */
  role: z.enum(['CONDITION', 'OUTPUT', 'SUBJECT']),
})
export type RecordInterface = z.infer<typeof RecordInterface>

export const RecordHeader = z.object({
  type: z.literal('HEADER'),
  format: z.literal(RECORD_FORMAT),
  /** Version of the platform that sealed it. */
  software: z.string(),
  /** Ed25519, raw, as 64 hexadecimal digits. */
  publicKey: Sha256,
  recordVersion: z.number().int(),
  isProvisional: z.boolean(),
  /** SHA-256 of the file of the version before. */
  previousHash: Sha256.nullable(),
  /** Who requested it; null: the platform, since the event closed. */
  requestedBy: z.string().nullable(),
  event: z.object({
    id: z.string(),
    title: z.string(),
    severity: z.string(),
    category: z.string(),
    cause: z.string(),
    status: z.string(),
    source: z.string(),
    description: z.string(),
    ruleName: z.string().nullable(),
    openedAt: Stamp,
    closedAt: Stamp.nullable(),
  }),
  place: z.object({ id: z.string(), name: z.string(), timeZone: z.string() }),
  /** `minutesUntil`: entries are minutes until then and hours after; `isCut`: the alarm goes on beyond `until`. */
  period: z.object({ from: Stamp, minutesUntil: Stamp, until: Stamp, isCut: z.boolean() }),
  interfaces: z.array(RecordInterface),
  /** Interfaces beyond the limit, whose values are not recorded. */
  interfacesLeftOut: z.number().int(),
})
export type RecordHeader = z.infer<typeof RecordHeader>

/** Values of an interface in an entry; `readings` 0: none arrived. `isHeld`: the last value before, which holds until it changes. */
export const RecordValue = z.object({
  interface: z.string(),
  readings: z.number().int(),
  mean: z.number().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  last: z.number().optional(),
  isHeld: z.boolean().optional(),
})
export type RecordValue = z.infer<typeof RecordValue>

/** A condition as the rule last reported it until the end of the entry. */
export const RecordCondition = z.object({
  line: z.number().int(),
  interface: z.string(),
  operator: z.string(),
  threshold: Value,
  ruleVersion: z.number().int(),
  relativeTo: z.string().optional(),
  /** Does the last value of the entry fulfil the condition, its permanence aside? null: not a comparison of the reading itself. */
  isBeyond: z.boolean().nullable(),
})
export type RecordCondition = z.infer<typeof RecordCondition>

const fact = <K extends string, S extends z.ZodRawShape>(kind: K, shape: S) =>
  z.object({ kind: z.literal(kind), at: Stamp, ...shape })

/** What happened: seen by the rule, done by the platform, or done by people. */
export const RecordFact = z.discriminatedUnion('kind', [
  /** A version of the rule went into service or out of it. */
  fact('RULE_STARTED', { ruleVersion: z.number().int(), terminal: z.string().nullable() }),
  fact('RULE_ENDED', { ruleVersion: z.number().int(), terminal: z.string().nullable() }),
  /** The rule reported the condition: the value that was compared, and since when it held. */
  fact('OCCURRENCE', {
    line: z.number().int().nullable(),
    interface: z.string().nullable(),
    operator: z.string().nullable(),
    threshold: Value.nullable(),
    value: Value.nullable(),
    since: Stamp.nullable(),
    /** s */
    permanence: z.number().nullable(),
    ruleVersion: z.number().int().nullable(),
    escalation: z.number().int(),
  }),
  /** A device was switched; `by` null: by a rule, or a hand on the device. */
  fact('ACTUATION', { interface: z.string(), name: z.string(), value: Value, by: z.string().nullable() }),
  /** A status, a step or a note; `details`: whatever else the step holds. */
  fact('CHANGE', {
    status: z.string(),
    step: z.string().nullable(),
    via: z.string().nullable(),
    /** null: the rule or the platform. */
    person: z.string().nullable(),
    isNote: z.boolean(),
    notes: z.string(),
    reason: z.string().nullable(),
    details: z.record(z.string(), z.json()),
  }),
  /** A message was queued. `contact`: masked address of somebody without an account. `state`: when the record was sealed. */
  fact('MESSAGE', {
    message: z.string(),
    channel: z.string(),
    person: z.string().nullable(),
    contact: z.string().nullable(),
    subject: z.string(),
    text: z.string(),
    state: z.string(),
    suppressionReason: z.string().nullable(),
  }),
  /** An attempt to deliver it. */
  fact('DELIVERY', { message: z.string(), channel: z.string(), person: z.string().nullable(), outcome: z.string() }),
  /** Its recipient answered. */
  fact('ANSWER', { message: z.string(), channel: z.string(), person: z.string().nullable() }),
])
export type RecordFact = z.infer<typeof RecordFact>

/** MINUTE, HOUR: a span of that length; LATER: what happened after the last one until the sealing. */
export const ENTRY_KINDS = ['MINUTE', 'HOUR', 'LATER'] as const

const entry = {
  type: z.literal('ENTRY'),
  n: z.number().int(),
  kind: z.enum(ENTRY_KINDS),
  at: Stamp,
}
export const RecordEntry = z.object({
  ...entry,
  values: z.array(RecordValue),
  conditions: z.array(RecordCondition),
  facts: z.array(RecordFact),
})
export type RecordEntry = z.infer<typeof RecordEntry>

/** What a verifier needs of an entry; it knows no kinds of facts, since later versions may add some. */
export const SealedEntry = z.object({ ...entry, facts: z.array(z.object({ kind: z.string(), at: Stamp })), hash: Sha256 })

export const RecordSeal = z.object({
  type: z.literal('SEAL'),
  entries: z.number().int(),
  /** Hash of the last entry. */
  hash: Sha256,
  sealedAt: Stamp,
  /** Ed25519 over the canonical JSON of the other members. */
  signature: z.string().regex(/^[0-9a-f]{128}$/),
})
export type RecordSeal = z.infer<typeof RecordSeal>

export interface AlarmRecordContent {
  readonly header: RecordHeader
  readonly entries: readonly RecordEntry[]
  readonly seal: RecordSeal
}

/** ms of an entry; LATER has no length. */
export const lengthOf = (kind: (typeof ENTRY_KINDS)[number]): number => ({ MINUTE: 60_000, HOUR: 3_600_000, LATER: 0 })[kind]
