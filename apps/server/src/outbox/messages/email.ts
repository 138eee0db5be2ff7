import type { Language } from '@steading/contract/users/languages'
import type { Translate } from '@steading/locales/text'
import { zoneName } from '@steading/locales/zones'
import { html } from '../../platform/text/html.ts'
import { ACCENT, ANSWER } from './answerLinks.ts'

/** Content of an e-mail; the layout is the same for every one. HTML is rendered when it is sent, and stored nowhere. */
export interface Email {
  readonly subject: string
  /** Small heading above the title. */
  readonly above?: { readonly words: string; readonly colour: string }
  readonly title: string
  readonly lines: readonly string[]
  readonly link: { readonly words: string; readonly href: string }
  /** Names the time zone, in an e-mail that shows times: `timesIn`. */
  readonly times?: string
  readonly footer: string
}

/** Names the time zone of the times shown: an e-mail is read anywhere, and forwarded. */
export const timesIn = (timeZone: string, at: Date, t: Translate): string => t('mail.times', { zone: zoneName(timeZone, at) })

/** Accent colour of the screens; mail clients ignore style sheets. */
const RAIL = '#0a272c'

const smallPrint = ({ times, footer }: Email) => [...(times === undefined ? [] : [times]), footer]

export function emailHtml(email: Email, language: Language): string {
  const { above, title, lines, link } = email
  return html`<!doctype html>
    <html lang="${language}">
      <body style="font: 16px/1.5 sans-serif; color: #1c1917; max-width: 36em; margin: 0 auto; padding: 16px">
        <p style="margin: 0 0 16px; padding: 8px 12px; border-radius: 5px; background: ${RAIL}; color: #ffffff; font-weight: 600">
          Steading
        </p>
        ${above === undefined ? [] : html`<p style="margin: 0; font-weight: 600; color: ${above.colour}">${above.words}</p>`}
        <h1 style="font-size: 20px; line-height: 1.3; margin: 0 0 12px">${title}</h1>
        ${lines.map(line => html`<p style="margin: 0 0 8px">${line}</p>`)} ${{ html: ANSWER }}
        <p style="margin: 16px 0"><a href="${link.href}" style="color: ${ACCENT}">${link.words}</a></p>
        ${smallPrint(email).map(line => html`<p style="font-size: 13px; color: #57534e; margin: 0 0 8px">${line}</p>`)}
      </body>
    </html>`.html
}

export function emailText(email: Email): string {
  const { above, title, lines, link } = email
  const heading = above === undefined ? [title] : [above.words, title]
  return [...heading, '', ...lines, '', `${link.words}: ${link.href}`, '', ...smallPrint(email), ''].join('\n')
}
