import type { HeartbeatStage } from '@steading/contract/events/heartbeat'
import { camel } from '@steading/locales/camel'
import { dateTime } from '@steading/locales/format'
import { timesIn } from '../email.ts'
import { defineTemplate } from '../template.ts'

export interface StalledPathValues {
  /** The stage of the alarm path that is silent, or the database on which all of them depend. */
  readonly stage: HeartbeatStage | 'DATABASE'
  /** UTC ms. */
  readonly since: number
}

/** The path of alarms is interrupted at a stage that the outbox itself needs. */
export const stalledPathTemplate = defineTemplate<StalledPathValues>({
  name: 'stalledPath',
  render({ stage, since }, { t, timeZone, baseUrl }) {
    const at = new Date(since)
    const subject = `${t(`heartbeat.stalled.${camel(stage)}`)}.`
    const lines = [t('heartbeat.since', { time: dateTime(at, timeZone, t) }), t('heartbeat.mayNotHear')]
    const words = [subject, ...lines].join(' ')
    return {
      subject,
      mail: () => ({
        subject,
        title: subject,
        lines,
        link: { words: t('heartbeat.open'), href: `${baseUrl}/system/heartbeat` },
        times: timesIn(timeZone, at, t),
        footer: t('heartbeat.footer'),
      }),
      short: () => words,
      spoken: () => words,
    }
  },
})
