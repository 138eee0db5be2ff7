import type { Value } from '@steading/contract/interfaces'
import { RuleBody } from '@steading/contract/rulebody'
import { readsOf } from '@steading/rules/listeners'
import type { Reading } from '@steading/rules/input'
import { restore, succeed } from '@steading/rules/step'
import type { Doing } from '../events/index.ts'
import type { Work } from '../platform/database/work.ts'
import { isGood } from '../readings/index.ts'
import { factsOf, globalRulesInService, wiringOf } from './global.sql.ts'
import { upToDate } from './facts.ts'
import type { GlobalRule } from './reorder.ts'

/** A global rule as the evaluator holds it. */
export interface Held extends GlobalRule {
  /** The place of the journal up to which it had everything when it was read. */
  readonly pos: number
  /** When it came into service: what was measured before is not its business. */
  readonly since: number
  /** When this version did: nothing is dated before it that it finds on what was known. */
  readonly runsFrom: number
  /** Which time in service this is, of all that it had. */
  readonly term: number
  /** It changed since it was kept. */
  dirty: boolean
  /** The engine could not run it. */
  broken: boolean
  /** Ms that nobody looked after it, until it is told; null: it was told, or is new. */
  gap: number | null
  /** Since when nothing came too late, on the clock that no change moves. */
  lateAt: number
  /** It knows nothing yet, or no more: it is to be told what holds. */
  blind: boolean
  /** What it was told as it began: by interface, when that was measured; -1: nothing was known. */
  readonly said: Map<string, number>
}

/** All global rules in service, and who listens to what. */
export interface Memory {
  /** Everything up to this place of the journal is with the rules. */
  at: number
  readonly rules: Map<string, Held>
  /** Of every interface of the boxes that rules read from: its box, and the rules that read it. */
  readonly interfaces: ReadonlyMap<number, Listened>
  /** The latest instant that a box told of, live. */
  readonly heard: Map<string, number>
  readonly silent: ReadonlySet<string>
  /** Rules with readings that wait. */
  readonly busy: Set<Held>
  /** What rules want done, until it is written. */
  readonly done: Map<Held, Doing[]>
  /** Rules that the engine could not run, and why. */
  readonly broken: Map<string, string>
}

export interface Listened {
  readonly terminalId: string
  readonly dataType: 'BOOLEAN' | 'STRING' | 'DECIMAL' | 'INTEGER' | null
  readonly rules: readonly Held[]
}

/** What of a rule is kept: its state, and what it waits with. */
interface Kept {
  readonly since: number
  readonly engine: unknown
  readonly waiting: readonly Reading[]
  readonly lateFrom: number | null
}

export const kept = ({ since, state, waiting, lateFrom }: Held): string =>
  JSON.stringify({ since, engine: state, waiting: waiting.map(one => one.input), lateFrom } satisfies Kept)

/** Rules as they were kept; those that are new, or read and write something else now, start now, at this place of the journal. */
export async function remember(work: Work, place: number, mono: number): Promise<Memory> {
  const rows = await globalRulesInService(work)
  const broken = new Map<string, string>()
  const bodies = new Map<string, RuleBody>()
  for (const { id, body } of rows) {
    const parsed = RuleBody.safeParse(body)
    if (parsed.success) bodies.set(id, parsed.data)
    else broken.set(id, parsed.error.issues[0]?.message ?? 'body')
  }
  const wires = await wiringOf(work, [...new Set([...bodies.values()].flatMap(readsOf))])
  const facts = await factsOf(work, [...new Set([...bodies.values()].flatMap(body => body.interfaces.map(one => one.id)))])
  const terminalOf = new Map(wires.map(({ id, terminalId }) => [id, terminalId]))
  const rules = new Map<string, Held>()
  for (const { id, term, state, pos, aliveAt, runsFrom } of rows) {
    const said = bodies.get(id)
    if (!said) continue
    const body = upToDate(said, facts)
    const stored = state as Kept | null // safe: `kept` is what was written
    const engine = stored && restore(body, stored.engine)
    rules.set(id, {
      id,
      body,
      term,
      terminals: [...new Set(readsOf(body).flatMap(one => terminalOf.get(Number(one)) ?? []))],
      runsFrom: runsFrom?.getTime() ?? -Infinity,
      since: engine ? stored.since : work.now.getTime(),
      state: engine ?? succeed(body, stored?.engine, work.now.getTime()),
      waiting: engine ? stored.waiting.map(input => ({ input, arrived: mono })) : [],
      lateFrom: engine ? stored.lateFrom : null,
      lateAt: mono,
      pos: engine && pos !== null ? Number(pos) : place,
      dirty: !engine,
      broken: false,
      gap: engine && aliveAt ? work.now.getTime() - aliveAt.getTime() : null,
      blind: !engine,
      said: new Map(),
    })
  }
  return {
    at: place,
    rules,
    interfaces: listened(rules, wires),
    heard: new Map(),
    silent: new Set(wires.filter(one => one.silent).map(one => one.terminalId)),
    busy: new Set([...rules.values()].filter(rule => rule.waiting.length > 0)),
    done: new Map(),
    broken,
  }
}

function listened(rules: ReadonlyMap<string, Held>, wires: readonly { id: number; terminalId: string }[]) {
  const readers = new Map<number, Held[]>()
  for (const rule of rules.values())
    for (const id of readsOf(rule.body)) readers.set(Number(id), [...(readers.get(Number(id)) ?? []), rule])
  return new Map<number, Listened>(
    wires.map(({ id, terminalId }) => {
      const reading = readers.get(id) ?? []
      const spec = reading[0]?.body.interfaces.find(one => one.id === String(id))
      return [id, { terminalId, dataType: spec?.dataType ?? null, rules: reading }]
    }),
  )
}

interface Row {
  readonly interfaceId: number
  readonly ts: number
  readonly seq: number
  readonly value: number | null
  readonly text: string | null
  readonly flags: number
}

/** A row of the journal as the engine takes it. */
export const inputOf = (row: Row, dataType: Listened['dataType']): Reading => ({
  kind: 'READING',
  ts: row.ts,
  interfaceId: String(row.interfaceId),
  seq: row.seq,
  value: valueOf(row, dataType),
  good: isGood(row),
})

const valueOf = ({ value, text }: Row, dataType: Listened['dataType']): Value =>
  value === null ? (text ?? '') : dataType === 'BOOLEAN' ? value === 1 : value
