import type { EventConfiguration } from '@steading/contract/rules/drafts'
import type { EventStatus } from '@steading/contract/events/events'
import type { Devices } from '../../devices/index.ts'
import type { ActionConfiguration, Channel } from '@steading/contract/events/outbox'
import { alarmNotification, arrivalTemplate } from '../../outbox/index.ts'
import type { EnqueuedMessage, Outbox } from '../../outbox/index.ts'
import type { World } from '../../platform/world.ts'
import { wordingFromColumn } from '../../platform/text/wording.ts'
import type { Wording } from '../../platform/text/wording.ts'
import { causeFromColumn } from '../cause.ts'
import { dangerOf } from '../danger/eventDanger.ts'
import { startEscalation } from '../escalation/escalationRuns.ts'
import { eventById, clearHistoric } from '../events.sql.ts'
import { ruleEventConfiguration } from '../rules.sql.ts'
import { nothingFoundBefore } from '../status/changes.sql.ts'
import { incrementNotifications, latestOccurrence } from '../occurrences.sql.ts'
import { isOpenedByRule } from '../events.sql.ts'
import type { Notifier, ReachedByChannel } from './notifier.types.ts'

declare module '../../platform/bus.ts' {
  interface Messages {
    'event.changed': { readonly eventId: string; readonly entityId: string; readonly status: string }
    /** A user set the status of an event; `key` identifies it for the global rule that opened it. */
    'event.set': { readonly ruleId: string; readonly key: string; readonly status: EventStatus; readonly at: number }
  }
}
declare module '../../platform/jobs.ts' {
  interface JobPayloads {
    'events.late': { readonly id: string; readonly attempt: number }
  }
}

export const NOBODY_REACHED: ReachedByChannel = { MAIL: 0, SMS: 0, VOICE: 0, WHATSAPP: 0 }

function countByChannel(messages: readonly EnqueuedMessage[]): ReachedByChannel {
  const counts: Record<Channel, number> = { ...NOBODY_REACHED }
  for (const { channel, isReached } of messages) if (isReached) counts[channel]++
  return counts
}

/** ms for a box to send the rest of its backlog. */
const BACKLOG_DELAY = 60_000

/** From a jsonb column that only createRule fills. */
export const configurationFromColumn = (column: unknown) => column as EventConfiguration | null // safe: see above

export function createNotifier(
  { bus, jobs }: Pick<World, 'bus' | 'jobs'>,
  outbox: Pick<Outbox, 'notify' | 'preview'>,
  devices: Pick<Devices, 'reviseConfiguration'>,
): Notifier {
  const publishChange: Notifier['publishChange'] = (work, { id, entity_id, status }) =>
    work.afterCommit(() => bus.emit('event.changed', { eventId: id, entityId: entity_id, status }))

  const notify: Notifier['notify'] = async (work, event, actions, { id, news = [], ...one }) => {
    const nothingFound = event.origin === 'AUTOMATIC' ? await nothingFoundBefore(work, { ...event, before: work.now }) : null
    // Nothing found is a lead: the same alarm starts one level higher.
    const startLevel = nothingFound === null ? 0 : 1
    const again: Wording[] = nothingFound === null ? [] : [{ key: 'mail.alarm.again', values: { time: nothingFound.getTime() } }]
    const alarm = alarmNotification({
      ...one,
      escalation: Math.max(one.escalation, startLevel),
      news: [...again, ...news],
      eventId: event.id,
      entityId: event.entity_id,
      occurrenceId: id,
      severity: event.severity,
      title: wordingFromColumn(event.wording) ?? event.title,
      place: event.entity.displayName,
      openedAt: event.open_date,
      danger: await dangerOf(work, event),
      actions,
    })
    const counts = countByChannel(await outbox.notify(work, alarm))
    const isNotified = Object.values(counts).some(n => n > 0)
    if (isNotified) await incrementNotifications(work, event.id)
    if (isNotified || event.origin === 'AUTOMATIC') await startEscalation(work, event, undefined, startLevel)
    return counts
  }
  const actionsOf: Notifier['actionsOf'] = async (work, event) =>
    isOpenedByRule(event)
      ? (configurationFromColumn(await ruleEventConfiguration(work, event.rule_id!))?.actionConfigurations ?? null)
      : (event.actions as ActionConfiguration[] | null) // safe: from a jsonb column that only tellOf fills

  return {
    publishChange,
    notify,
    resolveRecipients: (work, event) => outbox.preview(work, { kind: 'EVENT', ...event }),
    actionsOf,
    async announceArrival(work, event, { date, arrivesAt }) {
      const { id: userId, name } = work.actor
      const values = {
        eventId: event.id,
        title: wordingFromColumn(event.wording) ?? event.title,
        place: event.entity.displayName,
        name,
        arrivesAt: arrivesAt.getTime(),
        at: date.getTime(),
      }
      const except = { userId, recipient: userId === null ? name : null }
      await outbox.notify(work, {
        recipients: { kind: 'NOTIFIED', entityId: event.entity_id, eventId: event.id, except },
        template: arrivalTemplate,
        values,
        urgency: 'NORMAL',
        dedupeKey: `going:${event.id}:${userId ?? name}:${date.getTime()}`,
        subject: { type: 'RECIPIENT' },
      })
    },
    async notifyLater(work, { id, status }, attempt = 0) {
      if (status === 'CLOSED') return
      await jobs.add(work, 'events.late', { id, attempt }, { key: `late:${id}`, delay: BACKLOG_DELAY })
    },
    async sendStatusToRule(work, event, status) {
      const { rule_id: ruleId, terminal_id: terminalId, source_key: key } = event
      if (ruleId === null || key === null || !isOpenedByRule(event)) return
      if (terminalId !== null) await devices.reviseConfiguration(work, terminalId)
      else work.afterCommit(() => bus.emit('event.set', { ruleId, key, status, at: work.now.getTime() }))
    },
    async notifyIfStillOpen(work, eventId) {
      const event = await eventById(work, eventId)
      if (!event || event.status === 'CLOSED') return
      if (event.is_historic) {
        await clearHistoric(work, eventId)
        publishChange(work, event)
      }
      const newest = await latestOccurrence(work, eventId)
      if (!newest || event.status !== 'OPEN') return
      const { id, key, ts: at, n, escalation } = newest
      await notify(work, event, await actionsOf(work, event), {
        id,
        key,
        at,
        n,
        last: false,
        escalation,
        cause: causeFromColumn(newest.cause),
        fact: null,
        written: null,
      })
    },
  }
}
