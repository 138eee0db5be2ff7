import type { Value } from '@steading/contract/devices/interfaces'
import { MOST_REHEARSED_EVENTS, MOST_REHEARSED_WRITES } from '@steading/contract/rules/rehearsal'
import type { Rehearsed } from '@steading/contract/rules/rehearsal'
import type { Command, Config } from '@steading/rules/inputs/input'
import { order } from '@steading/rules/inputs/input'
import { commandsOf } from '@steading/rules/listeners'
import { isPermitted } from '../platform/actor.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { inOrder } from './play.ts'
import { dataTypeOf } from './rehearsal.ts'
import type { Piece } from './rehearsal.ts'
import { changesOf, eventsOf, lastBefore, ordersTo, rebasedIn, silencesOf, thinnedTo } from './rehearsal.sql.ts'
import type { StoredValue, Source } from './rehearsal.sql.ts'
import type { Known, Run } from './run.ts'
import { partsOf } from './span.ts'
import type { Span } from './span.ts'

export interface Stage {
  readonly run: Run
  readonly real: Rehearsed['real']
  /** Before this instant (ms UTC) the journal holds only the history. */
  readonly thinned: number
}

const iso = (ms: number) => new Date(ms).toISOString()

/** Context of a span, in addition to the readings. */
export async function stageOf(work: UnitOfWork, piece: Piece, span: Span & { readonly key: string }): Promise<Stage> {
  const { sources, reads, writes, versions, people, isGlobal, ruleId } = piece
  const { from } = span
  const thinned = await thinnedTo(work)
  const of = new Map(sources.map(source => [source.id, source]))
  const present = (ids: readonly string[]) => ids.filter(id => of.has(id))
  const slots = inOrder(
    sources
      .filter(({ id }) => reads.includes(id))
      .map(source => ({
        id: source.id,
        terminalId: source.terminalId,
        dataType: dataTypeOf(source),
        onChange: isOnChange(source, piece),
      })),
  )
  const asked = [...slots.filter(slot => slot.onChange).map(slot => slot.id), ...present(writes)]
  const before = (await lastBefore(work, [...new Set(asked)], from)).map(row => known(row, of))
  const real = await realOf(work, ruleId, present(writes), before, of, span)
  const interventions = [
    ...(await orders(work, [...new Set(versions.flatMap(({ body }) => commandsOf(body)))], span)),
    ...(isGlobal ? await silences(work, [...new Set(slots.map(slot => slot.terminalId))], span) : []),
  ].toSorted(order)
  const parts = partsOf(
    span,
    sources.filter(({ id }) => reads.includes(id)),
    thinned,
  )
  const rebased = await rebasedIn(work, present(reads), span)
  return {
    real,
    thinned,
    run: {
      rebased,
      from,
      until: span.until,
      history: span.key,
      parts,
      slots,
      versions,
      people,
      before,
      interventions,
    },
  }
}

const isOnChange = ({ id, dataType }: Source, { versions }: Piece) =>
  dataType === 'BOOLEAN' ||
  dataType === 'STRING' ||
  versions.some(({ body }) =>
    body.interfaces.some(item => item.id === id && (item.every === 0 || item.kind === 'STATE' || item.kind === 'COMMAND')),
  )

const valueOf = ({ value, text }: StoredValue, { dataType }: Pick<Source, 'dataType'>): Value =>
  value === null ? (text ?? '') : dataType === 'BOOLEAN' ? value === 1 : value

const known = (row: StoredValue, of: ReadonlyMap<string, Source>): Known => ({
  interfaceId: row.interfaceId,
  value: valueOf(row, of.get(row.interfaceId)!),
})

/** Commands of users; one from before the span counts as far as its hold extends into it. */
async function orders(work: UnitOfWork, ids: readonly string[], span: Span): Promise<Command[]> {
  const given = ids.length > 0 ? await ordersTo(work, ids, span) : []
  return given.map(({ interfaceId, ts, value, hold }) => {
    const gone = Math.max(0, span.from - ts)
    const left = gone === 0 ? hold : hold > gone ? hold - gone : null
    return { kind: 'COMMAND', ts: Math.max(ts, span.from), interfaceId, value, hold: left }
  })
}

async function silences(work: UnitOfWork, terminalIds: readonly string[], span: Span): Promise<Config[]> {
  const noted = await silencesOf(work, terminalIds, span)
  return noted.flatMap(({ terminalId: id, from, until }) => [
    { kind: 'CONFIG' as const, ts: Math.max(from, span.from), terminal: { id, silent: true } },
    ...(until !== null && until < span.until ? [{ kind: 'CONFIG' as const, ts: until, terminal: { id, silent: false } }] : []),
  ])
}

/** As far as the caller may see it. */
async function realOf(
  work: UnitOfWork,
  ruleId: string | null,
  outputs: readonly string[],
  before: readonly Known[],
  of: ReadonlyMap<string, Source>,
  span: Span,
): Promise<Rehearsed['real']> {
  const events =
    ruleId !== null && isPermitted(work.actor, 'events.read') ? await eventsOf(work, ruleId, span, MOST_REHEARSED_EVENTS) : []
  const seen = isPermitted(work.actor, 'interfaces.read') ? outputs : []
  const changes = seen.length > 0 ? await changesOf(work, seen, span, MOST_REHEARSED_WRITES - 1) : []
  return {
    events: events.map(event => ({
      id: event.id,
      openUtc: iso(event.from),
      closeUtc: event.until === null ? null : iso(event.until),
    })),
    outputs: seen.map(interfaceId => ({
      interfaceId,
      values: [
        ...before.filter(one => one.interfaceId === interfaceId).map(({ value }) => ({ atUtc: iso(span.from), value })),
        ...changes
          .filter(one => one.interfaceId === interfaceId)
          .map(one => ({ atUtc: iso(one.ts), value: valueOf(one, of.get(interfaceId)!) })),
      ],
    })),
  }
}
