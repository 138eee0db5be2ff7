import type { Language } from '@steading/contract/languages'
import type { Translate } from '@steading/locales/text'
import { zoneName } from '@steading/locales/zones'
import { html } from '../platform/html.ts'
import { ACCENT, ANSWER } from './answer.ts'

/** What every mail of the platform is made of. */
export interface Letter {
  readonly subject: string
  /** Small, above the title. */
  readonly above?: { readonly words: string; readonly colour: string }
  readonly title: string
  readonly lines: readonly string[]
  readonly link: { readonly words: string; readonly href: string }
  /** Of a letter that tells times, whose they are: `timesIn`. */
  readonly times?: string
  readonly footer: string
}

/** In which zone a letter tells its times; a mail is read anywhere, and passed on. */
export const timesIn = (timeZone: string, at: Date, t: Translate): string => t('mail.times', { zone: zoneName(timeZone, at) })

/** Petrol, as the screens have it: readers of mail know no style sheets. */
const RAIL = '#0a272c'
/** The letter as HTML and as text. */
export function letterOf({ subject, above, title, lines, link, times, footer }: Letter, language: Language) {
  const small = [...(times === undefined ? [] : [times]), footer]
  const page = html`<!doctype html>
    <html lang="${language}">
      <body style="font: 16px/1.5 sans-serif; color: #1c1917; max-width: 36em; margin: 0 auto; padding: 16px">
        <p style="margin: 0 0 16px; padding: 8px 12px; border-radius: 5px; background: ${RAIL}; color: #ffffff; font-weight: 600">
          Steading
        </p>
        ${above === undefined ? [] : html`<p style="margin: 0; font-weight: 600; color: ${above.colour}">${above.words}</p>`}
        <h1 style="font-size: 20px; line-height: 1.3; margin: 0 0 12px">${title}</h1>
        ${lines.map(line => html`<p style="margin: 0 0 8px">${line}</p>`)} ${{ html: ANSWER }}
        <p style="margin: 16px 0"><a href="${link.href}" style="color: ${ACCENT}">${link.words}</a></p>
        ${small.map(line => html`<p style="font-size: 13px; color: #57534e; margin: 0 0 8px">${line}</p>`)}
      </body>
    </html>`
  const text = [
    ...(above === undefined ? [] : [above.words]),
    title,
    '',
    ...lines,
    '',
    `${link.words}: ${link.href}`,
    '',
    ...small,
    '',
  ].join('\n')
  return { subject, text, html: page.html }
}
