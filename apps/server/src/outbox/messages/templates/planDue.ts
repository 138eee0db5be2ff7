import type { PlanDue } from '@steading/contract/protection/alarmPlan'
import { camel } from '@steading/locales/camel'
import { date } from '@steading/locales/format'
import { protectionUrl } from '../linkTokens.ts'
import { defineTemplate, emailContent } from '../template.ts'

export interface PlanDueValues extends PlanDue {
  readonly entityId: string
  /** Display name of the entity. */
  readonly place: string
}

const WHAT = { GENERATOR_SERVICE: 'protection.due.service', BATTERY: 'protection.due.battery' } as const

/** A date of an alarm plan is near or over. */
export const planDueTemplate = defineTemplate<PlanDueValues>({
  name: 'planDue',
  render({ kind, name, day, state, entityId, place }, { t, baseUrl }) {
    const subject = t(`mail.protection.${camel(state)}`, { what: t(WHAT[kind], { name }), place })
    return emailContent(
      {
        subject,
        title: subject,
        lines: [t('mail.protection.day', { date: date(`${day}T00:00:00Z`, 'UTC', t) })],
        link: { words: t('mail.protection.link'), href: protectionUrl(baseUrl, entityId) },
        footer: t('mail.protection.footer'),
      },
      t,
    )
  },
})
