import { defineTemplate, emailContent } from '../template.ts'

export interface BudgetValues {
  readonly enterprise: string
  /** `near`: most of the daily budget is used; `over`: all of it is. */
  readonly step: 'near' | 'over'
  readonly used: number
  readonly budget: number
}

/** The daily budget of an enterprise for messages with cost. */
export const budgetTemplate = defineTemplate<BudgetValues>({
  name: 'budget',
  render({ enterprise, step, used, budget }, { t, baseUrl }) {
    const subject = t(`mail.budget.${step}`, { enterprise })
    const lines = [t('mail.budget.used', { used, budget }), t('mail.budget.parts'), t('mail.budget.then')]
    const link = { words: t('mail.budget.link'), href: `${baseUrl}/outbox` }
    return emailContent({ subject, title: subject, lines, link, footer: t('mail.silenced.footer') }, t)
  },
})
