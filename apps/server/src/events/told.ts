import type { EventStatus, NextTold, Severity } from '@steading/contract/events'
import { namesOf, reachOf } from '../escalation/index.ts'
import type { Work } from '../platform/database/work.ts'
import { climbOf } from './climb.sql.ts'
import { lastChanges } from './changes.sql.ts'
import type { EventRow } from './events.sql.ts'
import type { Telling } from './telling.ts'
import { nextClimb } from './transition.ts'

/** Who is told next and when, as the climb will do it unless somebody acts before; null: nobody. */
export function nextTold(work: Work, event: EventRow, telling: Pick<Telling, 'actionsOf' | 'hearers'>): Promise<NextTold | null> {
  // Those who are told may stand above who looks.
  return work.beyond(async whole => {
    const climb = event.status === 'CLOSED' ? undefined : await climbOf(whole, event.id)
    if (!climb) return null
    const of = { entityId: event.entity_id, eventId: event.id }
    const { isLast: last } = await reachOf(whole, { ...of, step: climb.step })
    const { person } = await lastChanges(whole, event.id)
    const state = {
      status: event.status as Exclude<EventStatus, 'CLOSED'>, // safe: just checked, and the column's check
      severity: event.severity as Severity,
      takenAt: event.status === 'PENDING' ? (person?.date ?? null) : null,
      last,
    }
    const soon = nextClimb({ ...state, now: climb.dueAt })
    if (soon.kind === 'END') return null
    const step = Math.max(last ? climb.step : climb.step + 1, 1)
    const heard = await telling.hearers(whole, {
      ...{ ...of, severity: state.severity, escalation: step },
      actions: await telling.actionsOf(whole, event),
    })
    const all = heard.map(one => one.to)
    return {
      atUtc: (soon.kind === 'WAIT' ? soon.until : climb.dueAt).toISOString(),
      people: await namesOf(whole, [...new Set(all.flatMap(one => one.userId ?? []))]),
      contacts: new Set(all.filter(one => one.userId === null).map(one => one.address)).size,
    }
  })
}
