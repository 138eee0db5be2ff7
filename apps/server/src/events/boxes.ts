import { setTimeout as pause } from 'node:timers/promises'
import type { QuarantineReason } from '@steading/contract/terminals'
import type { Journal } from '../readings/index.ts'
import { systemActor } from '../platform/actor.ts'
import { byItself } from '../platform/database/byItself.ts'
import { once } from '../platform/database/once.ts'
import type { Work } from '../platform/database/work.ts'
import { every } from '../platform/every.ts'
import type { Part, World } from '../platform/world.ts'
import type { Doing } from './apply.ts'
import { effectsBetween, graveEffects } from './boxes.sql.ts'
import type { BoxEffect } from './boxes.sql.ts'
import { readEffect } from './effect.ts'
import type { ApplyAll } from './guarded.ts'
import { ruleOf } from './apply.sql.ts'
import type { RuleOfEvents } from './apply.sql.ts'

/** Registers who takes doings of a kind, in the transaction of the journal's reader: exactly once. */
export type Hears = (kind: string, take: (work: Work, doing: BoxEffect) => Promise<void>) => void

const system = systemActor('effects')
/** Doings that one transaction takes, about: a storm is told bit by bit. */
const BITE = 20
/** Transactions beside one another that take what is CRITICAL; of one enterprise one after the other, as its people are told. */
const LANES = 6
/** Doings that those take at once: a statement for many hardly takes longer than for one. */
const AT_ONCE = 360
/** The rest lets so many bites of what is CRITICAL pass, and then takes one; none is waited for longer than this, ms. */
const LEAD = 5
const PATIENCE = 2_000
const LOOK = 1_000

/**
 * Takes what rules on boxes did from the journal into events: in its order, exactly once, whenever the process dies. What
 * nobody can make sense of is put aside and reported, for it may have been an alarm; it holds up no other. What is CRITICAL does not wait for the rest:
 * it is taken ahead, and passed over when the reader comes to it; after a crash it is taken again, which changes nothing.
 */
export function followBoxes(
  world: Pick<World, 'alarms' | 'clock' | 'log' | 'bus'>,
  journal: Pick<Journal, 'follow' | 'settled' | 'quarantine'>,
  apply: ApplyAll,
): { readonly hears: Hears; readonly part: Part } {
  const { alarms: db, clock, log, bus } = world
  const others = new Map<unknown, Parameters<Hears>[1]>()
  /** Taken ahead of the reader. */
  const ahead = new Set<string>()
  /** The place up to which what is CRITICAL is taken; undefined until it is known where the reader stands. */
  let told: number | undefined
  /** Nobody has looked yet since doings were stored. */
  let isDue = true
  /** The bite under way; false: nothing is left that is CRITICAL. */
  let biting = Promise.resolve(false)

  const bite = async (): Promise<boolean> => {
    const [from, to] = [told, journal.settled()]
    if (!isDue || from === undefined || to <= from) return false
    isDue = false
    const rows = await db.work(system, work => graveEffects(work, from, to, AT_ONCE))
    const lanes = Object.values(Object.groupBy(rows, one => String(Number(one.enterprise ?? 0) % LANES)))
    const done = await Promise.allSettled(
      lanes.map(async (lane = []) => {
        await db.work(system, async work => {
          const { take, end } = taking(work)
          for (const row of lane) await take(row)
          await end()
        })
        for (const row of lane) ahead.add(nameOf(row))
      }),
    )
    for (const one of done) if (one.status === 'rejected') throw one.reason
    const isAll = rows.length < AT_ONCE
    isDue ||= !isAll
    told = Math.max(told ?? 0, isAll ? to : Number(rows.at(-1)!.pos))
    return isDue
  }
  const hurrying = every(world, 'critical effects', LOOK, async () => {
    try {
      do biting = bite()
      while (await biting)
    } catch (error) {
      isDue = true
      throw error
    }
  })
  bus.on('effects.stored', 'critical effects', () => {
    isDue = true
    hurrying.wake()
  })

  journal.follow(
    'effects',
    async (work, { from, to }) => {
      const isFirst = told === undefined
      told = Math.max(told ?? 0, from)
      if (isFirst) hurrying.wake()
      await giveWay()
      const { take, end } = taking(work)
      let taken = 0
      for (const row of await effectsBetween(work, from, to)) {
        if (ahead.delete(nameOf(row))) continue
        // A place may hold more than a bite.
        if (++taken % BITE === 0) {
          await end()
          await giveWay()
        }
        await take(row)
      }
      await end()
    },
    { doings: BITE },
  )

  async function giveWay() {
    for (let n = 0; n < LEAD; n++) {
      const late = new AbortController()
      const passed = await Promise.race([biting.catch(() => false), pause(PATIENCE, true, late).catch(() => true)])
      late.abort()
      if (!passed) return
    }
  }

  const putAside = async (row: BoxEffect, code: QuarantineReason, reason: string) => {
    log.warn({ ...nameIn(row), reason }, 'effect of a box put aside')
    const payload = Buffer.from(JSON.stringify(row.body))
    const of = { terminalId: row.terminalId, topic: 'up/data', payload, receivedAt: clock.now() }
    await journal.quarantine.put({ ...of, code, reason }, 'LOSS')
  }

  /** Takes doings in their order; those of rules are applied together, at the latest at the end. */
  function taking(work: Work) {
    let together: { readonly row: BoxEffect; readonly ruleId: string; readonly doing: Doing }[] = []
    const end = async () => {
      const all = together
      together = []
      const rules = await Promise.all(all.map(({ row, ruleId }) => ruleAt(work, row.terminalId, ruleId)))
      const done = new Map<RuleOfEvents, Doing[]>()
      for (const [at, { row, ruleId, doing }] of all.entries()) {
        const rule = rules[at]
        if (rule) done.set(rule, [...(done.get(rule) ?? []), doing])
        else await putAside(row, 'UNKNOWN_RULE', `effect of rule ${ruleId}, which this terminal does not have`)
      }
      await apply(
        work,
        [...done].map(([rule, doings]) => ({ rule, doings })),
      )
    }
    const take = async (row: BoxEffect) => {
      const other = others.get((row.body as { kind?: unknown }).kind) // safe: an object
      // Each in its turn, of whatever kind.
      if (other) await end()
      if (other)
        return byItself(
          work,
          () => other(work, row),
          async error => {
            log.error({ err: error, ...nameIn(row) }, 'a doing that could not be taken')
            await putAside(row, 'EFFECT', `effect: ${error instanceof Error ? error.message : String(error)}`)
          },
        )
      const read = readEffect(row.body, row.ts.getTime())
      if (!read.ok) return putAside(row, 'EFFECT', `effect: ${read.error}`)
      const { ruleId, version, effect } = read.value
      together.push({ row, ruleId, doing: { effect, version, late: row.late, over: false } })
    }
    return { take, end }
  }

  return { hears: (kind, taken) => void others.set(kind, taken), part: hurrying }
}

const ruleAt = (work: Work, terminalId: string, id: string) =>
  once(work, `rule/${terminalId}/${id}`, () => ruleOf(work, { id, terminalId }))

const nameIn = ({ terminalId, epoch, seq }: BoxEffect) => ({ terminalId, epoch, seq })
const nameOf = ({ terminalId, epoch, seq }: BoxEffect) => `${terminalId}/${epoch}/${seq}`
