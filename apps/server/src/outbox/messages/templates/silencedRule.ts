import { defineTemplate, emailContent } from '../template.ts'

export interface SilencedRuleValues {
  readonly ruleId: string
  readonly rule: string
  readonly place: string
  /** Who undeployed the rule. */
  readonly person: string
}

/** An alarm rule was undeployed. */
export const silencedRuleTemplate = defineTemplate<SilencedRuleValues>({
  name: 'silencedRule',
  render({ ruleId, rule, place, person }, { t, baseUrl }) {
    const values = { rule, place, person }
    return emailContent(
      {
        subject: t('mail.silenced.subject', values),
        title: t('mail.silenced.title'),
        lines: [t('mail.silenced.who', values), t('mail.silenced.risk')],
        link: { words: t('mail.silenced.link'), href: `${baseUrl}/rules/alarms/${ruleId}/details` },
        footer: t('mail.silenced.footer'),
      },
      t,
    )
  },
})
