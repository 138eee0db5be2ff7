import type { Channel } from '@steading/contract/outbox'
import { html } from '../platform/html.ts'

interface Words {
  readonly text: string
  readonly html: string
}

/** As links and buttons of the screens have it: readers of mail know no style sheets. */
export const ACCENT = '#066d79'
/** A thumb finds it. */
const BUTTON = `display: inline-block; padding: 12px 20px; border-radius: 5px; background: ${ACCENT}; color: #ffffff; text-decoration: none; font-weight: 600`

/** Where a letter takes the link that answers it. */
export const ANSWER = '<!-- answer -->'

/**
 * The words of a message with its own link to answer by, put in as it leaves: nothing that is stored or shown holds it. A mail
 * has it beside the link to the event, a short message instead of it.
 */
export function answerable(
  channel: Channel,
  words: Words,
  { event, answer, said }: { event: string; answer: string; said: string },
): Words {
  if (channel === 'VOICE') return { text: words.text, html: words.html }
  if (channel !== 'MAIL') return { text: words.text.replace(event, answer), html: words.html }
  const link = html`<p style="margin: 16px 0">
    <a href="${answer}" style="${BUTTON}">${said}</a>
  </p>`
  return { text: withLines(words.text, event, [`${said}: ${answer}`]), html: words.html.replace(ANSWER, () => link.html) }
}

/** The same of a mail that tells of several events: each with a link of its own. `list`: where the mail itself leads to. */
export function eachAnswerable(
  words: Words,
  { list, said, answers }: { list: string; said: string; answers: readonly { readonly words: string; readonly href: string }[] },
): Words {
  const links = html`<p style="margin: 16px 0 8px">${said}:</p>
    ${answers.map(one => html`<p style="margin: 0 0 12px"><a href="${one.href}" style="${BUTTON}">${one.words}</a></p>`)}`
  return {
    text: withLines(words.text, list, [`${said}:`, ...answers.map(one => `${one.words}: ${one.href}`), '']),
    html: words.html.replace(ANSWER, () => links.html),
  }
}

/** With these lines before the one that ends so. */
function withLines(text: string, end: string, more: readonly string[]): string {
  const lines = text.split('\n')
  const at = lines.findIndex(line => line.endsWith(end))
  return (at === -1 ? lines : lines.toSpliced(at, 0, ...more)).join('\n')
}
