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

/** Where a letter takes the link that answers it; the paragraph behind it is the letter's own link. */
export const ANSWER = '<!-- answer -->'
const INSTEAD = /<!-- answer -->(?:\s*<p\b.*?<\/p>)?/s

/**
 * The words of a message with its own link to answer by, put in as it leaves: nothing that is stored or shown holds it. A mail
 * has it beside the link to the event, a short message instead of it. `alone`: its reader has no account to sign in with.
 */
export function answerable(
  channel: Channel,
  words: Words,
  { event, answer, said, alone = false }: { event: string; answer: string; said: string; alone?: boolean },
): Words {
  if (channel === 'VOICE') return { text: words.text, html: words.html }
  if (channel !== 'MAIL') return { text: words.text.replace(event, answer), html: words.html }
  const link = html`<p style="margin: 16px 0">
    <a href="${answer}" style="${BUTTON}">${said}</a>
  </p>`
  return {
    text: withLines(words.text, event, [`${said}: ${answer}`], alone),
    html: words.html.replace(alone ? INSTEAD : ANSWER, () => link.html),
  }
}

interface Answers {
  readonly list: string
  readonly said: string
  readonly answers: readonly { readonly words: string; readonly href: string }[]
  readonly alone: boolean
}

/** The same of a mail that tells of several events: each with a link of its own. `list`: where the mail itself leads to. */
export function eachAnswerable(words: Words, { list, said, answers, alone }: Answers): Words {
  const links = html`<p style="margin: 16px 0 8px">${said}:</p>
    ${answers.map(one => html`<p style="margin: 0 0 12px"><a href="${one.href}" style="${BUTTON}">${one.words}</a></p>`)}`
  const lines = [`${said}:`, ...answers.map(one => `${one.words}: ${one.href}`)]
  return {
    text: withLines(words.text, list, alone ? lines : [...lines, ''], alone),
    html: words.html.replace(alone ? INSTEAD : ANSWER, () => links.html),
  }
}

/** With these lines before the last one that ends so, or instead of it: what people wrote above may end so, too. */
function withLines(text: string, end: string, more: readonly string[], instead: boolean): string {
  const lines = text.split('\n')
  const at = lines.findLastIndex(line => line.endsWith(end))
  return (at === -1 ? lines : lines.toSpliced(at, instead ? 1 : 0, ...more)).join('\n')
}
