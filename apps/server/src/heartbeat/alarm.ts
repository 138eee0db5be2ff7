import type { HeartbeatStage } from '@steading/contract/events/heartbeat'
import type { ActionConfiguration, Channel } from '@steading/contract/events/outbox'
import { ActionConfiguration as Action } from '@steading/contract/events/outbox'
import { camel } from '@steading/locales/camel'
import type { SystemProblem } from '../events/index.ts'

/** A stage before the outbox is silent: an event, whose alarm the outbox sends. */
export const stageTrouble = (stage: HeartbeatStage, entityId: string, at: Date, since: number): SystemProblem => ({
  problem: 'STAGE_SILENT',
  subjectId: stage,
  entityId,
  severity: 'CRITICAL',
  at,
  actions: null,
  wording: { key: `heartbeat.stalled.${camel(stage)}`, values: {} },
  fact: { key: 'heartbeat.since', values: { time: since } },
})

/** A channel delivers nothing: an event, whose alarm another channel sends. */
export const channelTrouble = (channel: Channel, by: Channel | null, entityId: string, at: Date): SystemProblem => ({
  problem: 'CHANNEL_STALLED',
  subjectId: channel,
  entityId,
  severity: 'CRITICAL',
  at,
  actions: by && [by].map((type): ActionConfiguration => Action.parse({ type })),
  wording: { key: `heartbeat.channel.${camel(channel)}`, values: {} },
  fact: { key: 'heartbeat.channelSince', values: {} },
})
