import type { Channel } from '@steading/contract/events/outbox'
import { html } from '../../platform/text/html.ts'

interface Words {
  readonly text: string
  readonly html: string
}

/** Inline style of links and buttons: mail clients ignore style sheets. */
export const ACCENT = '#066d79'
/** Large enough for a thumb. */
const BUTTON = `display: inline-block; padding: 12px 20px; border-radius: 5px; background: ${ACCENT}; color: #ffffff; text-decoration: none; font-weight: 600`

/** Placeholder of the answer link in the HTML; the next paragraph is the link of the e-mail itself. */
export const ANSWER = '<!-- answer -->'
const INSTEAD = /<!-- answer -->(?:\s*<p\b.*?<\/p>)?/s

/**
 * Inserts the answer link when the message is sent, so that no stored or displayed text contains it. An e-mail has it in addition
 * to the link to the event, a short message instead of it. `alone`: the recipient has no account.
 */
export function answerable(
  channel: Channel,
  words: Words,
  { event, answer, label, alone = false }: { event: string; answer: string; label: string; alone?: boolean },
): Words {
  if (channel === 'VOICE') return { text: words.text, html: words.html }
  if (channel !== 'MAIL') return { text: words.text.replace(event, answer), html: words.html }
  const link = html`<p style="margin: 16px 0">
    <a href="${answer}" style="${BUTTON}">${label}</a>
  </p>`
  return {
    text: withLines(words.text, event, [`${label}: ${answer}`], alone),
    html: words.html.replace(alone ? INSTEAD : ANSWER, () => link.html),
  }
}

interface Answers {
  readonly list: string
  readonly label: string
  readonly answers: readonly { readonly words: string; readonly href: string }[]
  readonly alone: boolean
}

/** The same for a digest: one link for each event. `list`: the link of the e-mail itself. */
export function eachAnswerable(words: Words, { list, label, answers, alone }: Answers): Words {
  const links = html`<p style="margin: 16px 0 8px">${label}:</p>
    ${answers.map(answer => html`<p style="margin: 0 0 12px"><a href="${answer.href}" style="${BUTTON}">${answer.words}</a></p>`)}`
  const lines = [`${label}:`, ...answers.map(answer => `${answer.words}: ${answer.href}`)]
  return {
    text: withLines(words.text, list, alone ? lines : [...lines, ''], alone),
    html: words.html.replace(alone ? INSTEAD : ANSWER, () => links.html),
  }
}

/** Inserts lines before the last line with this ending, or replaces it: text of users above may end the same way. */
function withLines(text: string, end: string, more: readonly string[], instead: boolean): string {
  const lines = text.split('\n')
  const at = lines.findLastIndex(line => line.endsWith(end))
  return (at === -1 ? lines : lines.toSpliced(at, instead ? 1 : 0, ...more)).join('\n')
}
