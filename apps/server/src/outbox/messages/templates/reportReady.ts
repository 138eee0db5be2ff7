import { defineTemplate, emailContent } from '../template.ts'

export interface ReportReadyValues {
  readonly reportId: string
  readonly name: string
}

/** A report is ready; the link leads to its page, which asks the reader to sign in. */
export const reportReadyTemplate = defineTemplate<ReportReadyValues>({
  name: 'reportReady',
  render: ({ reportId, name }, { t, baseUrl }) =>
    emailContent(
      {
        subject: t('mail.report.subject', { name }),
        title: name,
        lines: [t('mail.report.ready')],
        link: { words: t('mail.report.link'), href: `${baseUrl}/reports/${reportId}/details` },
        footer: t('mail.report.footer'),
      },
      t,
    ),
})
