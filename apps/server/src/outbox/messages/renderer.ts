import type { Channel } from '@steading/contract/events/outbox'
import type { NotationChoice } from '@steading/locales/notation'
import { translatorFor } from '@steading/locales/text'
import { publicUrl } from '../../platform/config/config.ts'
import type { World } from '../../platform/world.ts'
import { emailHtml } from './email.ts'
import { textFor } from './template.ts'
import type { RenderContext, Template } from './template.ts'
import { templateByName } from './templates.ts'

/** How a recipient reads texts, numbers and times. */
export interface Reader extends NotationChoice {
  readonly language: string
  readonly timeZone: string
}

interface StoredMessage {
  readonly template: string | null
  readonly template_values: unknown
}

/** Renders messages in the language, notation and time zone of their recipients. */
export function createRenderer({ config, texts }: Pick<World, 'config' | 'texts'>) {
  const baseUrl = publicUrl(config)
  const contextFor = (reader: Reader, channel: Channel): RenderContext => ({
    t: translatorFor(texts, reader),
    timeZone: reader.timeZone,
    baseUrl,
    canReply: config.SMS_REPLIES && channel === 'SMS',
  })
  return {
    /** Subject and text: what the history shows. */
    text<Values>(template: Template<Values>, values: Values, reader: Reader, channel: Channel) {
      const content = template.render(values, contextFor(reader, channel))
      return { subject: content.subject, text: textFor(channel, content) }
    },
    /** HTML of an e-mail. */
    htmlOf<Values>(template: Template<Values>, values: Values, reader: Reader): string {
      const context = contextFor(reader, 'MAIL')
      return emailHtml(template.render(values, context).mail(), context.t.language)
    },
    /** HTML of a stored e-mail; empty: its template is no longer known, and its text is all that remains. */
    storedHtml({ template: name, template_values: values }: StoredMessage, reader: Reader): string {
      const context = contextFor(reader, 'MAIL')
      const content = templateByName(name)?.renderStored(values, context)
      return content ? emailHtml(content.mail(), context.t.language) : ''
    },
  }
}
export type Renderer = ReturnType<typeof createRenderer>
