import { z } from 'zod'
import { HASH } from './canonical.ts'
import { EventStatus } from '../events/kinds.ts'
import { TURN } from '../round.ts'
import { BoxValue, Data, parseData } from './data.ts'
import type { Parsed } from './data.ts'
import { MAX_MISS } from './coverage.ts'
import { LIMITS } from './limits.ts'
import type { BoxTopic, UpTopic } from './topics.ts'

/**
 * FB/1, the wire between a smart box and the platform: what travels on which topic. `docs/protocol.md` says it in words.
 * Members that a reader doesn't know are ignored.
 */
export * from './claim.ts'
export * from './clock.ts'
export * from './data.ts'
export * from './effects.ts'
export * from './limits.ts'
export * from './topics.ts'
export { canonical, HASH } from './canonical.ts'
export * as coverage from './coverage.ts'
export type { Coverage, Range } from './coverage.ts'

const text = (most: number, least = 0) =>
  z
    .string()
    .min(least)
    .max(most)
    .refine(value => value.isWellFormed() && !value.includes('\u0000'), 'text')
const ms = z.number().min(0).max(LIMITS.lastInstant)
const count = z.int().min(0)
const hash = z.string().regex(HASH, 'hash')
const ix = z.int().min(0).max(LIMITS.index)
const epoch = z
  .int()
  .min(1)
  .max(2 ** 31 - 1)
const ruleId = text(64, 1)
/** Random for each connection. */
const sid = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, 'sid')
const ranges = z.array(z.tuple([z.int().min(1), z.int().min(1)])).max(MAX_MISS)

/** An update of the box's software under way: to which version, and how much of it is done, 0 to 1. */
export const Update = z.object({ to: text(64, 1), done: z.number().min(0).max(1) })
export type Update = z.infer<typeof Update>

export const State = z.object({ on: z.boolean(), sid, upd: Update.optional() })

export const Hello = z.object({
  v: z.literal(1),
  /** Major versions that the box speaks. */
  proto: z.array(z.int().min(1)).min(1).max(8),
  fw: text(64),
  profile: text(64),
  /** Starts of the box since it was made. */
  boot: count,
  sid,
  epoch,
  /** First and last sequence number that the box may still have; head = tail + 1 when it has none. */
  head: z.int().min(1),
  tail: count,
  /** Configuration that runs: its revision and hash; 0 and '' for none. */
  rev: count,
  hash: z.union([hash, z.literal('')]),
  clk: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  /** Hash of the canonical interface list; '' for none. */
  ifs: z.union([hash, z.literal('')]),
  feat: z.array(text(32)).max(32).default([]),
  /** The last command number that the box accepted. */
  n: count.optional(),
  dropped: count.optional(),
})

export const Acknowledgement = z.object({ e: epoch, upTo: count, miss: ranges.optional() })

export const Welcome = z.object({
  sid,
  serverMs: ms,
  /** What the platform holds of this box; epoch 0 when it holds nothing. */
  ackEpoch: count,
  ackUpTo: count,
  miss: ranges.optional(),
  desiredRev: count,
  limits: z.object({ readings: count, bytes: count, window: count, packet: count }).partial(),
  feat: z.array(text(32)).max(32).optional(),
})

export const TimeQuestion = z.object({ m: z.number().min(0) })
export const TimeAnswer = z.object({ m: z.number().min(0), rx: ms, tx: ms })

export const Command = z.object({
  v: z.literal(1),
  id: text(64, 1),
  sid,
  n: z.int().min(1),
  if: ix,
  val: BoxValue,
  /** Platform's UTC ms when it was given, and how long it may take, ms. */
  iss: ms,
  ttl: z.int().min(LIMITS.ttl.least).max(LIMITS.ttl.most),
  hold: z.int().min(0).max(LIMITS.hold.most).optional(),
})

/** The feature of a box that takes part in drills: hello and welcome list it. */
export const DRILL = 'drill'

/** The feature of a box whose siren sounds by itself when the platform does not answer to an alarm. */
export const SIREN = 'siren'

/** An alarm drill: the box writes the doing `DRILL` with this key, as it does for an alarm. Expires and counts as a command. */
export const DrillOrder = Command.pick({ v: true, id: true, sid: true, n: true, iss: true, ttl: true }).extend({
  drill: text(200, 1),
})

/** Why a command was not executed. */
export const REFUSALS = [
  'session',
  'order',
  'clock',
  'late',
  'interface',
  'direction',
  'type',
  'range',
  'interlock',
  'outranked',
  'device',
] as const
export const CommandAnswer = z.object({
  id: text(64, 1),
  n: z.int().min(1),
  /** unconfirmed: the box ordered it and the device did not say what it did. */
  st: z.enum(['done', 'rejected', 'expired', 'unconfirmed']),
  /** One of REFUSALS, or one that this reader doesn't know yet. */
  why: text(64).optional(),
  say: text(LIMITS.text).optional(),
  val: BoxValue.optional(),
  read: BoxValue.optional(),
  at: ms,
})

/** One interface of the box: what a driver address means. */
export const InterfaceSpec = z.object({
  ix,
  id: text(64, 1),
  type: z.enum(['BOOLEAN', 'STRING', 'DECIMAL', 'INTEGER']),
  dir: z.enum(['IN', 'OUT', 'IN_OUT']),
  unit: text(32),
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** value = raw × factor + offset */
  factor: z.number().refine(value => value !== 0, 'factor'),
  offset: z.number(),
  hist: z.enum(['NO_HISTORY', 'TIME_INTERVAL', 'DIFFERENT_VALUES', 'ALL_VALUES']),
  /** Seconds between samples. */
  every: z.int().min(1).max(86_400),
  address: text(200, 1),
  /** Decimals that travel. */
  dec: z.int().min(0).max(6).optional(),
  /** Of a counter, for rules that watch it: it starts again at 0 after modulus − 1, and grows by at most maxRate in a minute. */
  modulus: z.number().positive().nullable().optional(),
  maxRate: z.number().positive().nullable().optional(),
  /** Of a direction: its value is brought into a full turn, 0 to below `turn`, after factor and offset, and rounded within it. */
  turn: z.literal(TURN).optional(),
})

/** The desired configuration; its exact bytes are hashed and signed. */
export const Configuration = z.object({
  v: z.literal(1),
  uid: z.string(),
  rev: z.int().min(1),
  rules: z
    .record(ruleId, z.object({ ver: count, hash }))
    .refine(rules => Object.keys(rules).length <= LIMITS.rules, 'too many rules'),
  ifs: z
    .array(InterfaceSpec)
    .max(LIMITS.interfaces)
    .refine(list => new Set(list.map(one => one.ix)).size === list.length, 'index twice'),
  failsafe: z.record(z.string().regex(/^\d{1,5}$/, 'index'), BoxValue),
  /** Status that a person gave to an open event of a rule on the box, by the event's key. */
  events: z.record(text(200, 1), EventStatus).optional(),
  /** Outputs that sound by themselves while a serious alarm waits for the platform's word, and after how many seconds. */
  siren: z.object({ ixs: z.array(ix).min(1).max(LIMITS.sirens), after: z.int().min(1).max(86_400) }).optional(),
})

/** A part of the configuration, or of a rule's body that the box asked for. */
export const ShadowDown = z
  .object({
    v: z.literal(1),
    rev: z.int().min(1),
    part: z.enum(['doc', 'rule']),
    /** Of the rule. */
    id: ruleId.optional(),
    /** Of all bytes of the document or body. */
    hash,
    i: count,
    n: z
      .int()
      .min(1)
      .max(LIMITS.configurationBytes / LIMITS.partBytes),
    /** base64 of bytes i × 32,768 … */
    data: z.string().max(Math.ceil(LIMITS.partBytes / 3) * 4),
    /** base64 of Ed25519 over all bytes of the document; on every part of a document. */
    sig: z.string().max(88).optional(),
  })
  .refine(part => part.i < part.n && (part.part === 'rule') === (part.id !== undefined), 'part')

/**
 * Why a box leaves a rule out. `of` names what it is about: an interface; with `inUse` the rule that has the output; with `body` the
 * member that is wrong. Boxes may send other codes: they are read as none.
 */
export const RULE_FAULTS = ['body', 'version', 'template', 'interface', 'type', 'output', 'inUse', 'range', 'crash'] as const
export type RuleFault = (typeof RULE_FAULTS)[number]

export const RuleReport = z.object({
  ver: count,
  hash,
  st: z.enum(['on', 'error']),
  /** Hash of the body that is wanted, while the box goes on with the one before; `why`, `of` and `err` are of it. */
  refused: hash.optional(),
  why: text(64).optional(),
  of: text(64).optional(),
  /** In the box's own words. */
  err: text(LIMITS.text).optional(),
})

/** Why a box will not run a revision: it can't be read, or the box broke down with it. */
export const REVISION_FAULTS = ['form', 'crash'] as const
export type RevisionFault = (typeof REVISION_FAULTS)[number]

/** What the box runs. */
export const ShadowUp = z.object({
  v: z.literal(1),
  rev: count,
  hash: z.union([hash, z.literal('')]),
  rules: z.record(ruleId, RuleReport),
  /** A newer revision that the box holds but can't run before it has the bodies of these rules. */
  want: z.int().min(1).optional(),
  need: z.array(ruleId).max(LIMITS.rules).optional(),
  /** A revision that the box will not run (again), and why. */
  bad: z.int().min(1).optional(),
  why: text(64).optional(),
  err: text(LIMITS.text).optional(),
})

export const Credentials = z.object({ v: z.literal(1), password: z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'base64url') })
export const Log = z.object({ at: ms, lvl: z.enum(['debug', 'info', 'warn', 'error']), msg: text(1000) })
export const PlatformState = z.object({ on: z.boolean(), at: ms.optional() })

export type State = z.infer<typeof State>
export type Hello = z.infer<typeof Hello>
export type Acknowledgement = z.infer<typeof Acknowledgement>
export type Welcome = z.infer<typeof Welcome>
export type Command = z.infer<typeof Command>
export type DrillOrder = z.infer<typeof DrillOrder>
export type CommandAnswer = z.infer<typeof CommandAnswer>
export type Refusal = (typeof REFUSALS)[number]
export type InterfaceSpec = z.infer<typeof InterfaceSpec>
export type Configuration = z.infer<typeof Configuration>
export type ShadowDown = z.infer<typeof ShadowDown>
export type ShadowUp = z.infer<typeof ShadowUp>
export type RuleReport = z.infer<typeof RuleReport>
export type Log = z.infer<typeof Log>
export type PlatformState = z.infer<typeof PlatformState>

export const MESSAGES = {
  'up/state': State,
  'up/hello': Hello,
  'up/data': Data,
  'up/ack': CommandAnswer,
  'up/shadow': ShadowUp,
  'up/time': TimeQuestion,
  'up/log': Log,
  'dn/welcome': Welcome,
  'dn/ack': Acknowledgement,
  'dn/cmd': z.union([Command, DrillOrder]),
  'dn/shadow': ShadowDown,
  'dn/time': TimeAnswer,
  'dn/cred': Credentials,
} as const satisfies Record<BoxTopic, z.ZodType>

export type MessageOf<T extends BoxTopic> = T extends 'up/data' ? Data : z.infer<(typeof MESSAGES)[T]>

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The JSON of a payload; what is no UTF-8 or no JSON is an error text. */
export const readJson = (payload: Uint8Array): Parsed<unknown> => {
  try {
    return { ok: true, value: JSON.parse(utf8.decode(payload)) }
  } catch (error) {
    return { ok: false, error: error instanceof SyntaxError ? 'no JSON' : 'no UTF-8' }
  }
}

/** Payload → checked message of its topic. */
export const readMessage = <T extends BoxTopic>(topic: T, payload: Uint8Array): Parsed<MessageOf<T>> => {
  const json = readJson(payload)
  if (!json.ok) return json
  if (topic === 'up/data') {
    // safe: MessageOf<'up/data'> is Data
    return parseData(json.value) as Parsed<MessageOf<T>>
  }
  const parsed = MESSAGES[topic].safeParse(json.value)
  if (!parsed.success) return { ok: false, error: parsed.error.issues[0]?.path.join('.') || 'message' }
  // safe: it passed the schema of this topic
  return { ok: true, value: parsed.data as MessageOf<T> }
}

/** Is it a message that this version knows? */
export const isUpTopic = (topic: BoxTopic): topic is UpTopic => topic.startsWith('up/')
