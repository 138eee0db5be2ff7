import type { Value } from '@steading/contract/devices/interfaces'
import { RuleBody } from '@steading/contract/rules/body'
import { readsOf } from '@steading/rules/listeners'
import type { Reading } from '@steading/rules/inputs/input'
import { restore, migrate } from '@steading/rules/step'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { isGood } from '../../readings/index.ts'
import { findInterfaceFacts, findGlobalRulesInService, findWiring } from './globalRules.sql.ts'
import { changedBases, withCurrentInterfaces } from './interfaceFacts.ts'
import type { RunningRule, RuleMemory, ObservedInterface } from './ruleMemory.ts'

/** What of a rule is kept: its state, and what it waits with. */
interface StoredState {
  readonly since: number
  readonly engine: unknown
  readonly waiting: readonly Reading[]
  readonly lateFrom: number | null
}

export const serializeState = ({ since, state, waiting, lateFrom }: RunningRule): string =>
  JSON.stringify({ since, engine: state, waiting: waiting.map(one => one.input), lateFrom } satisfies StoredState)

/** Rules as they were kept; those that are new, or read and write something else now, start now, at this place of the journal. */
export async function restoreMemory(work: UnitOfWork, place: number, mono: number): Promise<RuleMemory> {
  const rows = await findGlobalRulesInService(work)
  const broken = new Map<string, string>()
  const bodies = new Map<string, RuleBody>()
  for (const { id, body } of rows) {
    const parsed = RuleBody.safeParse(body)
    if (parsed.success) bodies.set(id, parsed.data)
    else broken.set(id, parsed.error.issues[0]?.message ?? 'body')
  }
  const wires = await findWiring(work, [...new Set([...bodies.values()].flatMap(readsOf))])
  const facts = await findInterfaceFacts(work, [
    ...new Set([...bodies.values()].flatMap(body => body.interfaces.map(item => item.id))),
  ])
  const terminalOf = new Map(wires.map(({ id, terminalId }) => [id, terminalId]))
  const rules = new Map<string, RunningRule>()
  for (const { id, generation, state, pos, aliveAt, runsFrom } of rows) {
    const savedBody = bodies.get(id)
    if (!savedBody) continue
    const body = withCurrentInterfaces(savedBody, facts)
    const stored = state as StoredState | null // safe: `kept` is what was written
    const engine = stored && restore(body, stored.engine)
    rules.set(id, {
      id,
      body,
      bases: changedBases(body, facts),
      generation,
      terminals: [...new Set(readsOf(body).flatMap(read => terminalOf.get(Number(read)) ?? []))],
      runsFrom: runsFrom?.getTime() ?? -Infinity,
      since: engine ? stored.since : work.now.getTime(),
      state: engine ?? migrate(body, stored?.engine, work.now.getTime()),
      waiting: engine ? stored.waiting.map(input => ({ input, arrived: mono })) : [],
      lateFrom: engine ? stored.lateFrom : null,
      lastLateAt: mono,
      savedPosition: engine && pos !== null ? Number(pos) : place,
      dirty: !engine,
      broken: false,
      gap: engine && aliveAt ? work.now.getTime() - aliveAt.getTime() : null,
      needsWarmUp: !engine,
      warmUpTimes: new Map(),
    })
  }
  return {
    position: place,
    rules,
    interfaces: observedInterfaces(rules, wires),
    latestByTerminal: new Map(),
    silentTerminals: new Set(wires.filter(wire => wire.silent).map(wire => wire.terminalId)),
    rulesWithWaiting: new Set([...rules.values()].filter(rule => rule.waiting.length > 0)),
    pendingEffects: new Map(),
    broken,
  }
}

function observedInterfaces(rules: ReadonlyMap<string, RunningRule>, wires: readonly { id: number; terminalId: string }[]) {
  const readers = new Map<number, RunningRule[]>()
  for (const rule of rules.values())
    for (const id of readsOf(rule.body)) readers.set(Number(id), [...(readers.get(Number(id)) ?? []), rule])
  return new Map<number, ObservedInterface>(
    wires.map(({ id, terminalId }) => {
      const reading = readers.get(id) ?? []
      const spec = reading[0]?.body.interfaces.find(item => item.id === String(id))
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
export const inputOf = (row: Row, dataType: ObservedInterface['dataType']): Reading => ({
  kind: 'READING',
  ts: row.ts,
  interfaceId: String(row.interfaceId),
  seq: row.seq,
  value: valueOf(row, dataType),
  good: isGood(row),
})

const valueOf = ({ value, text }: Row, dataType: ObservedInterface['dataType']): Value =>
  value === null ? (text ?? '') : dataType === 'BOOLEAN' ? value === 1 : value
