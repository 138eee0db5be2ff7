import { rehearsal } from '@steading/contract/rules/rehearsal'
import type { RehearsalMessage } from '@steading/contract/rules/rehearsal'
import { once } from 'node:events'
import type { Actor } from '../platform/actor.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { crew } from './crew.ts'
import type { History, Mate } from './crew.ts'
import { perform } from './perform.ts'
import { pieceOf } from './rehearsal.ts'
import type { Piece } from './rehearsal.ts'
import { readPart } from './rehearsal.sql.ts'
import { daysBefore } from './span.ts'
import { stageOf } from './stage.ts'
import type { Stage } from './stage.ts'

export function rehearsalSlice(world: World) {
  const { db, clock, pool } = world
  const threads = crew()

  /** The cached history of the thread if it can be reused, otherwise one up to now. */
  const historyFor = ({ history }: Mate, { isGlobal, reads: ids }: Piece, days: number): History => {
    const of = `${days} ${isGlobal}`
    const at = clock.mono()
    if (history?.key.startsWith(`${of} `) && at - history.at < FRESH) return { ...history, ids }
    return { ...daysBefore(clock.now(), days), key: `${of} ${at}`, ids, at }
  }

  const reader = ({ sources, isGlobal, versions }: Piece, { run, thinned }: Stage) => {
    const counters = new Set(
      versions.flatMap(({ body }) => body.interfaces.filter(item => item.kind === 'COUNTER').map(item => item.id)),
    )
    const asked = sources.map(source => ({ ...source, isCounter: counters.has(source.id) }))
    return (ids: readonly string[], part: number) => {
      const [from, until] = [run.parts[part]!, run.parts[part + 1] ?? run.until]
      const some = asked.filter(({ id }) => ids.includes(id))
      return readPart(pool, { sources: some, from, until, isGlobal, isThinned: until <= thinned })
    }
  }

  async function* stream(actor: Actor, piece: Piece, days: number, signal: AbortSignal): AsyncGenerator<RehearsalMessage> {
    // Entered within the stream: a response that nobody reads would never release its thread.
    const turn = threads.enter(actor.id ?? '', piece.reads)
    try {
      if (turn.waits) yield { type: 'waiting' }
      const mate = await Promise.race([turn.mate, gone(signal)])
      if (!mate || signal.aborted) return
      yield { type: 'progress', done: 0 }
      const history = (mate.history = historyFor(mate, piece, days))
      const stage = await db.work(actor, work => stageOf(work, piece, history))
      for await (const update of perform(mate, stage.run, reader(piece, stage), signal))
        if ('done' in update) yield { type: 'progress', done: update.done }
        else {
          const { readings, approximate, outcomes } = update.played
          const times = { fromUtc: new Date(history.from).toISOString(), untilUtc: new Date(history.until).toISOString() }
          const [draft, deployed = null] = outcomes
          if (draft) yield { type: 'result', result: { ...times, readings, approximate, draft, deployed, real: stage.real } }
        }
    } finally {
      turn.leave()
    }
  }

  return slice(rehearsal, {
    rehearse: async ({ actor, body, signal }) => {
      const piece = await db.work(actor, work => pieceOf(work, body, clock.now()))
      return stream(actor, piece, body.days, signal)
    },
  })
}

/** Time for which a cached history is reused without newer readings, ms. */
const FRESH = 120_000

const gone = async (signal: AbortSignal): Promise<undefined> => {
  if (!signal.aborted) await once(signal, 'abort')
}
