import { drillUrl } from '../linkTokens.ts'
import { speakable, voiced, withLink } from '../shortText.ts'
import { defineTemplate } from '../template.ts'

export interface DrillValues {
  readonly drillId: string
  /** Display names of the farm and the house. */
  readonly place: string
}

/** Alarm drill. The link leads to its record; when the message is sent it is replaced by the link that confirms it. */
export const drillTemplate = defineTemplate<DrillValues>({
  name: 'drill',
  render({ drillId, place }, { t, baseUrl, canReply }) {
    const link = drillUrl(baseUrl, drillId)
    const subject = t('drill.mail.subject', { place })
    return {
      subject,
      mail: () => ({
        subject,
        title: subject,
        lines: [t('drill.mail.what', { place }), t('drill.mail.do')],
        link: { words: t('drill.mail.link'), href: link },
        footer: t('drill.mail.footer'),
      }),
      short: () => withLink(t(canReply ? 'sms.drill' : 'sms.drillLink', { place }), link),
      spoken: () => speakable(t('voice.drill', { place }), voiced(t)),
    }
  },
})
