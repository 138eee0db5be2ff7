import type { EventConfiguration } from '@steading/contract/rule-drafts'
import type { EventStatus, Severity } from '@steading/contract/events'
import type { Devices } from '../devices/index.ts'
import type { ActionConfiguration } from '@steading/contract/outbox'
import type { Heard, News, Outbox } from '../outbox/index.ts'
import type { Work } from '../platform/database/work.ts'
import type { World } from '../platform/world.ts'
import { wordingOf } from '../platform/wording.ts'
import { causeOf } from './cause.ts'
import { watchOver } from './climb.ts'
import { eventById, nowPresent, ruleEvent } from './events.sql.ts'
import { countTold, latestOccurrence } from './occurrences.sql.ts'
import type { EventRow } from './events.sql.ts'
import { isOfRule } from './ofRule.ts'

declare module '../platform/bus.ts' {
  interface Messages {
    'event.changed': { readonly eventId: string; readonly entityId: string; readonly status: string }
    /** A person set the status of an event; `key` names it to the global rule that opened it. */
    'event.set': { readonly ruleId: string; readonly key: string; readonly status: EventStatus; readonly at: number }
  }
}
declare module '../platform/jobs.ts' {
  interface JobPayloads {
    'events.late': { readonly id: string; readonly waited: number }
  }
}

export interface Occurrence extends Pick<News, 'n' | 'last' | 'escalation' | 'cause' | 'fact' | 'written' | 'key' | 'at'> {
  readonly id: string
}

export interface Telling {
  /** To the browsers, once it is committed. */
  changed(work: Work, event: Pick<EventRow, 'id' | 'entity_id' | 'status'>): void
  /** To the people; null actions mean the responsibles by mail. Answers how many hear of it on each channel. */
  tell(work: Work, event: EventRow, actions: readonly ActionConfiguration[] | null, one: Occurrence): Promise<Heard>
  /** Whom news of an event would reach now. */
  readonly hearers: Outbox['hearers']
  /** Whom its rule tells now, or its writer told; null: the people in charge, by mail. */
  actionsOf(work: Work, event: EventRow): Promise<readonly ActionConfiguration[] | null>
  /** An occurrence that came very late: once the rest had time to come, people hear of it if it still lasts. */
  tellLater(work: Work, event: EventRow, waited?: number): Promise<void>
  tellIfStillOpen(work: Work, eventId: string): Promise<void>
  /** To the rule that opened it, on its box or here. */
  set(work: Work, event: EventRow, status: EventStatus): Promise<void>
}

/** Ms for a box to send the rest of what it kept. */
const REST = 60_000

/** From a jsonb column that only createRule fills. */
export const configurationOf = (column: unknown) => column as EventConfiguration | null // safe: see above

export function telling(
  { bus, jobs }: Pick<World, 'bus' | 'jobs'>,
  outbox: Pick<Outbox, 'tell' | 'hearers'>,
  devices: Pick<Devices, 'desire'>,
): Telling {
  const changed: Telling['changed'] = (work, { id, entity_id, status }) =>
    work.afterCommit(() => bus.emit('event.changed', { eventId: id, entityId: entity_id, status }))

  const tell: Telling['tell'] = async (work, event, actions, { id, ...one }) => {
    const heard = await outbox.tell(work, {
      ...one,
      eventId: event.id,
      entityId: event.entity_id,
      occurrenceId: id,
      severity: event.severity as Severity, // safe: the column's check
      title: wordingOf(event.wording) ?? event.title,
      place: event.entity.displayName,
      openedAt: event.open_date,
      actions,
    })
    const isHeard = Object.values(heard).some(n => n > 0)
    if (isHeard) await countTold(work, event.id)
    if (isHeard || event.origin === 'AUTOMATIC') await watchOver(work, event)
    return heard
  }
  const actionsOf: Telling['actionsOf'] = async (work, event) =>
    isOfRule(event)
      ? (configurationOf(await ruleEvent(work, event.rule_id!))?.actionConfigurations ?? null)
      : (event.actions as ActionConfiguration[] | null) // safe: from a jsonb column that only tellOf fills

  return {
    changed,
    tell,
    hearers: outbox.hearers,
    actionsOf,
    async tellLater(work, { id, status }, waited = 0) {
      const runAt = new Date(work.now.getTime() + REST)
      if (status !== 'CLOSED') await jobs.add(work, 'events.late', { id, waited }, { key: `late:${id}`, runAt })
    },
    async set(work, event, status) {
      const { rule_id: ruleId, terminal_id: terminalId, key } = event
      if (ruleId === null || key === null || !isOfRule(event)) return
      if (terminalId !== null) await devices.desire(work, terminalId)
      else work.afterCommit(() => bus.emit('event.set', { ruleId, key, status, at: work.now.getTime() }))
    },
    async tellIfStillOpen(work, eventId) {
      const event = await eventById(work, eventId)
      if (!event || event.status === 'CLOSED') return
      if (event.past) {
        await nowPresent(work, eventId)
        changed(work, event)
      }
      const newest = await latestOccurrence(work, eventId)
      if (!newest || event.status !== 'OPEN') return
      const { id, key, ts: at, n, escalation } = newest
      await tell(work, event, await actionsOf(work, event), {
        id,
        key,
        at,
        n,
        last: false,
        escalation,
        cause: causeOf(newest.cause),
        fact: null,
        written: null,
      })
    },
  }
}
