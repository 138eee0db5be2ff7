import { z } from 'zod'
import { LIMITS } from './limits.ts'

/** `up/data`: readings and the doings of rules, numbered without holes. */

export type BoxValue = number | boolean | string

/** A text that every database and screen can hold: well-formed, without NUL, at most 255 UTF-16 units. */
export const isText = (text: string): boolean => text.length <= LIMITS.text && text.isWellFormed() && !text.includes('\u0000')

export const isBoxValue = (value: unknown): value is BoxValue =>
  typeof value === 'number' ? Number.isFinite(value) : typeof value === 'string' ? isText(value) : typeof value === 'boolean'

export const BoxValue = z.union([z.number(), z.boolean(), z.string().refine(isText, 'text')])

const MAX_OFFSET = 2 ** 31 - 1
const seq = z.int().min(1)
const index = z.int().min(0).max(LIMITS.index)
const offset = z.int().min(-MAX_OFFSET).max(MAX_OFFSET)

/** [interface index, ms after `t`, value]; null is a number whose reading was given up when the store was full. */
export type Item = readonly [ix: number, offset: number, value: BoxValue] | null
const Item = z.tuple([index, offset, BoxValue]).nullable()

/** What a rule did; members beyond these belong to the kind (box-effects.ts) and travel untouched. */
export const AnyRuleEffect = z
  .looseObject({
    rule: z.string().min(1).max(64).refine(isText, 'text'),
    ver: z.int().min(0).max(MAX_OFFSET),
    kind: z.string().regex(/^[A-Z_]{1,32}$/, 'kind'),
    /** Equal for the same doing of the same rule, however often it is computed. */
    key: z.string().min(1).max(200).refine(isText, 'text'),
  })
  .refine(event => isSendable(event), 'event')
export type AnyRuleEffect = z.infer<typeof AnyRuleEffect>

/** [position in the batch, ms after `t`, event] */
export type EffectItem = readonly [position: number, offset: number, event: AnyRuleEffect]
const EffectItem = z.tuple([
  z
    .int()
    .min(0)
    .max(LIMITS.readings - 1),
  offset,
  AnyRuleEffect,
])

/** Does the JSON of a rule event keep to what the wire takes? */
export const isSendable = (event: object): boolean => {
  const text = JSON.stringify(event)
  return text.length <= LIMITS.eventText && text.isWellFormed() && !text.includes(String.raw`\u0000`)
}

const EffectItems = z.array(EffectItem).max(LIMITS.readings)
const Gap = z.tuple([seq, seq]).refine(([a, b]) => a <= b, 'gap')

/**
 * The items take the numbers s, s+1, …: each of `x` stands at its position, those of `r` fill the rest in order. Without `x`,
 * item k of `r` has number s + k.
 */
export const Data = z
  .object({
    v: z.literal(1),
    e: z.int().min(1).max(MAX_OFFSET),
    s: seq,
    /** UTC ms of the box that the offsets count from. */
    t: z.int().min(0).max(LIMITS.lastInstant),
    /** Quality of `t`: 2 synchronised within 1 s, 1 the box's own clock, 0 unknown. */
    q: z.union([z.literal(0), z.literal(1), z.literal(2)]),
    /** 1: sent after an outage, or after a restart. */
    h: z.union([z.literal(0), z.literal(1)]),
    r: z.array(Item).max(LIMITS.readings),
    x: EffectItems.optional(),
    /** These numbers will never come. */
    gap: Gap.optional(),
    /** With q = 0: ms of the box's monotonic clock from `t` to the sending of this packet. */
    m: z.int().min(0).optional(),
    /** Readings given up since the epoch began. */
    dropped: z.int().min(0).optional(),
  })
  .refine(ordered, 'positions')

export interface Data {
  readonly v: 1
  readonly e: number
  readonly s: number
  readonly t: number
  readonly q: 0 | 1 | 2
  readonly h: 0 | 1
  readonly r: readonly Item[]
  readonly x?: readonly EffectItem[] | undefined
  readonly gap?: readonly [number, number] | undefined
  readonly m?: number | undefined
  readonly dropped?: number | undefined
}

/** Positions ascend and lie inside the batch, the batch is no longer than allowed, its last number is still a safe integer. */
function ordered({ s, r, x }: Pick<Data, 's' | 'r' | 'x'>): boolean {
  const length = r.length + (x?.length ?? 0)
  if (length > LIMITS.readings || !Number.isSafeInteger(s + length)) return false
  let last = -1
  for (const [position] of x ?? []) {
    if (position <= last || position >= length) return false
    last = position
  }
  return true
}

export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string }

const bad = (error: string) => ({ ok: false, error }) as const
const isInt = (value: unknown, min: number, max: number): value is number =>
  Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max

/** Checks as `Data` does, without a schema per reading: a server reads ten thousand of these a second. */
export const parseData = (json: unknown): Parsed<Data> => {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return bad('no object')
  // safe: an object; each member is checked below before it is used
  const { v, e, s, t, q, h, r, x, gap, m, dropped } = json as Record<string, unknown>
  if (v !== 1) return bad('v')
  if (!isInt(e, 1, MAX_OFFSET)) return bad('e')
  if (!isInt(s, 1, Number.MAX_SAFE_INTEGER)) return bad('s')
  if (!isInt(t, 0, LIMITS.lastInstant)) return bad('t')
  if (q !== 0 && q !== 1 && q !== 2) return bad('q')
  if (h !== 0 && h !== 1) return bad('h')
  if (!isItems(r)) return bad('r')
  if (m !== undefined && !isInt(m, 0, Number.MAX_SAFE_INTEGER)) return bad('m')
  if (dropped !== undefined && !isInt(dropped, 0, Number.MAX_SAFE_INTEGER)) return bad('dropped')
  const data: { -readonly [K in keyof Data]: Data[K] } = { v, e, s, t, q, h, r }
  if (m !== undefined) data.m = m
  if (dropped !== undefined) data.dropped = dropped
  if (gap !== undefined) {
    const parsed = Gap.safeParse(gap)
    if (!parsed.success) return bad('gap')
    data.gap = parsed.data
  }
  if (x !== undefined) {
    const parsed = EffectItems.safeParse(x)
    if (!parsed.success) return bad('x')
    data.x = parsed.data
  }
  return ordered(data) ? { ok: true, value: data } : bad('positions')
}

function isItems(r: unknown): r is readonly Item[] {
  if (!Array.isArray(r) || r.length > LIMITS.readings) return false
  for (const item of r) {
    if (item === null) continue
    if (!Array.isArray(item) || item.length !== 3) return false
    if (!isInt(item[0], 0, LIMITS.index) || !isInt(item[1], -MAX_OFFSET, MAX_OFFSET) || !isBoxValue(item[2])) return false
  }
  return true
}

/** The numbers that a batch settles: those of its items. Null for a batch that carries only a gap. */
export const rangeOf = ({ s, r, x }: Data): readonly [number, number] | null => {
  const length = r.length + (x?.length ?? 0)
  return length === 0 ? null : [s, s + length - 1]
}

/** Hands out every item with its sequence number and its device time in ms. */
export const eachItem = (
  { s, t, r, x }: Data,
  onReading: (seq: number, ix: number, ts: number, value: BoxValue) => void,
  onEffect: (seq: number, ts: number, event: AnyRuleEffect) => void,
): void => {
  let seq = s
  let next = 0
  const events = x ?? []
  const take = () => {
    for (let event = events[next]; event !== undefined && s + event[0] === seq; event = events[next]) {
      onEffect(seq, t + event[1], event[2])
      next++
      seq++
    }
  }
  for (const item of r) {
    take()
    if (item !== null) onReading(seq, item[0], t + item[1], item[2])
    seq++
  }
  take()
}
