import type { HeartbeatStage } from '@steading/contract/heartbeat'
import type { ActionConfiguration } from '@steading/contract/outbox'
import { ActionConfiguration as Action } from '@steading/contract/outbox'
import type { Channel } from '@steading/contract/outbox'
import { camel } from '@steading/locales/camel'
import { dateTime } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import type { Trouble } from '../events/index.ts'
import { letterOf, timesIn } from '../outbox/index.ts'
import type { DirectNotice } from '../outbox/index.ts'
import { publicUrl } from '../platform/config.ts'
import type { Config } from '../platform/config.ts'

/** A stage, or the database on which all of them stand. */
export type Stalled = HeartbeatStage | 'DATABASE'

const title = (stage: Stalled) => `heartbeat.stalled.${camel(stage)}` as const

/** Of a stage before the outbox: an event, which the outbox tells. */
export const stageTrouble = (stage: HeartbeatStage, entityId: string, at: Date, since: number): Trouble => ({
  ...{ begin: `heartbeat:${stage}`, entityId, severity: 'CRITICAL', at, actions: null },
  wording: { key: title(stage), values: {} },
  fact: { key: 'heartbeat.since', values: { time: since } },
})

/** Of a channel: an event that another one tells. */
export const channelTrouble = (channel: Channel, by: Channel | null, entityId: string, at: Date): Trouble => ({
  ...{ begin: `channel:${channel}`, entityId, severity: 'CRITICAL', at },
  actions: by && [by].map((type): ActionConfiguration => Action.parse({ type })),
  wording: { key: `heartbeat.channel.${camel(channel)}`, values: {} },
  fact: { key: 'heartbeat.channelSince', values: {} },
})

/** Of a stage that the outbox itself needs: told past it. */
export const directNotice = (config: Config, stage: Stalled, since: Date, now: Date): DirectNotice => ({
  key: `heartbeat|${stage}|${now.getTime()}`,
  words: (t, timeZone) => sentences(stage, since, t, timeZone).join(' '),
  letter(t, timeZone) {
    const [subject, ...lines] = sentences(stage, since, t, timeZone) as [string, ...string[]] // safe: it holds three
    const link = { words: t('heartbeat.open'), href: `${publicUrl(config)}/system/heartbeat` }
    const foot = { times: timesIn(timeZone, since, t), footer: t('heartbeat.footer') }
    return letterOf({ subject, title: subject, lines, link, ...foot }, t.language)
  },
})

const sentences = (stage: Stalled, since: Date, t: Translate, timeZone: string) => [
  `${t(title(stage))}.`,
  t('heartbeat.since', { time: dateTime(since, timeZone, t) }),
  t('heartbeat.mayNotHear'),
]
