import { createPublicKey, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { canonical, Configuration, LIMITS } from '@steading/contract/box/messages'
import type { RuleReport, ShadowDown, ShadowUp } from '@steading/contract/box/messages'
import type { Clock } from '../platform/clock.ts'
import { reason } from '../platform/log.ts'
import type { Log } from '../platform/log.ts'
import { collect, hashOf } from './parts.ts'
import type { Parts } from './parts.ts'
import type { RuleSet, Slots } from './slots.ts'
import { validate } from './validate.ts'

/** Brings the box to the configuration that the platform desires, and reports which one runs. */
export interface Shadow {
  receive(part: ShadowDown): void
  report(): void
  stop(): void
}

export interface ShadowParts {
  readonly uid: string
  /** The platform's Ed25519 public key, base64. */
  readonly signKey: string
  readonly slots: Slots
  readonly clock: Clock
  readonly log: Log
  readonly send: (report: ShadowUp) => void
  /** What became of the rules of the current set. */
  readonly reports: () => Readonly<Record<string, RuleReport>>
  /** Runs the current set of the slots. Throws if it can't. */
  readonly apply: () => void
}

/** A configuration on its way in. */
type Received = Omit<RuleSet, 'before'>

/** ms until missing bodies are asked for again. */
const ASK_AGAIN = 30_000
/** ms that a new configuration must run before it counts as sound. */
const PROBATION = 300_000
/** Wraps 32 raw bytes as an Ed25519 public key (SubjectPublicKeyInfo). */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex')

const keyOf = (base64: string): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI_HEAD, Buffer.from(base64, 'base64')]), format: 'der', type: 'spki' })

export const createShadow = ({ uid, signKey, slots, clock, log, send, reports, apply }: ShadowParts): Shadow => {
  const key = keyOf(signKey)
  let arriving: Parts | null = null
  let pending: Received | null = null
  let bodies = new Map<string, Parts>()
  let cancelAsk = () => {}
  let cancelProbation = () => {}

  const running = () => slots.current()?.document.rev ?? 0
  const missing = (set: Received) => Object.keys(set.document.rules).filter(id => set.bodies[id] === undefined)

  /** The versions that run, of rules that stay. */
  const runsNow = ({ document: { rules } }: Received): RuleSet['before'] => {
    const set = slots.current()
    if (!set) return {}
    const { runs } = validate(set.document, set.bodies, set.before)
    return Object.fromEntries(Object.entries(runs).filter(([id]) => rules[id] !== undefined))
  }

  const report = (more: Partial<ShadowUp> = {}) => {
    const bad = slots.bad()
    const need = pending ? missing(pending) : []
    send({
      v: 1,
      rev: running(),
      hash: slots.current()?.hash ?? '',
      rules: { ...reports() },
      ...(pending && need.length > 0 && { want: pending.document.rev, need }),
      ...(bad && { bad: bad.rev, ...(bad.code && { why: bad.code }), err: bad.why.slice(0, LIMITS.text) }),
      ...more,
    })
  }

  const refuse = (why: string) => {
    log('error', `configuration refused: ${why}`)
    report({ err: why.slice(0, LIMITS.text) })
  }

  const trust = () => {
    cancelProbation()
    cancelProbation = clock.after(PROBATION, () => slots.settle())
  }
  trust()

  const proceed = () => {
    cancelAsk()
    const set = pending
    if (!set) return
    if (missing(set).length > 0) {
      report()
      cancelAsk = clock.after(ASK_AGAIN, proceed)
      return
    }
    pending = null
    bodies = new Map()
    slots.install({ ...set, before: runsNow(set) })
    trust()
    try {
      apply()
      log('info', `configuration ${set.document.rev} runs`)
    } catch (error) {
      log('error', `configuration ${set.document.rev} does not run: ${reason(error)}`)
      slots.revert(reason(error))
      apply()
    }
    report()
  }

  const document = (bytes: Buffer, part: ShadowDown) => {
    const signature = Buffer.from(part.sig ?? '', 'base64')
    if (!verify(null, bytes, key, signature)) return refuse('the signature is wrong')
    const json = parse(bytes)
    const parsed = Configuration.safeParse(json)
    if (!parsed.success || parsed.data.rev !== part.rev) {
      // It is the platform's own, and of no use: it need not come again.
      slots.reject(part.rev, `not readable: ${parsed.error?.issues[0]?.path.join('.') ?? 'rev'}`, 'form')
      return report()
    }
    if (parsed.data.uid !== uid) return refuse('it is made for another box')
    if (parsed.data.rev <= running() || parsed.data.rev === slots.bad()?.rev) return report()
    const textByHash = new Map(Object.values(slots.current()?.bodies ?? {}).map(text => [hashOf(text), text]))
    for (const { text, hash } of Object.values(slots.current()?.before ?? {})) textByHash.set(hash, text)
    for (const text of Object.values(pending?.bodies ?? {})) textByHash.set(hashOf(text), text)
    const have = Object.entries(parsed.data.rules).flatMap(([id, { hash }]) => {
      const text = textByHash.get(hash)
      return text === undefined ? [] : [[id, text] as const]
    })
    // The list as it was sent, members that this box doesn't know included.
    const ifs = hashOf(canonical(json !== null && typeof json === 'object' && 'ifs' in json ? json.ifs : []))
    pending = { hash: part.hash, ifs, document: parsed.data, bodies: Object.fromEntries(have) }
    bodies = new Map()
    proceed()
  }

  const takeDocument = (part: ShadowDown) => {
    // It did not hear what runs here.
    if (part.rev <= running()) return part.i === 0 ? report() : undefined
    if (arriving?.hash !== part.hash) arriving = collect(part, LIMITS.configurationBytes)
    const whole = arriving.take(part)
    if (whole === null) return
    arriving = null
    if (typeof whole === 'string') refuse(whole)
    else document(whole, part)
  }

  const takeBody = (part: ShadowDown, id: string) => {
    const reference = pending?.document.rules[id]
    if (!pending || !reference || reference.hash !== part.hash || pending.bodies[id] !== undefined) return
    const parts = bodies.get(id) ?? collect(part, LIMITS.ruleBytes)
    bodies.set(id, parts)
    const whole = parts.take(part)
    if (whole === null) return
    bodies.delete(id)
    if (typeof whole === 'string') return refuse(whole)
    pending = { ...pending, bodies: { ...pending.bodies, [id]: whole.toString() } }
    if (missing(pending).length === 0) proceed()
  }

  return {
    receive: part => {
      if (part.id === undefined) takeDocument(part)
      else takeBody(part, part.id)
    },
    report: () => report(),
    stop: () => {
      cancelAsk()
      cancelProbation()
      slots.leave()
    },
  }
}

const parse = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString())
  } catch (error) {
    return reason(error)
  }
}
