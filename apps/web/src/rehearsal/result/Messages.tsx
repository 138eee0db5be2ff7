import type { Rehearsed } from '@steading/contract/rules/rehearsal'
import { number } from '@steading/locales/format'
import { channelWord } from '../../outbox/index.ts'
import { useText } from '../../platform/texts.tsx'

/** People are listed up to here. */
const MOST = 12

/** Who would have been told, and how often. */
export function Messages({ result: { draft } }: { result: Rehearsed }) {
  const t = useText()
  const { messages } = draft
  if (messages.length === 0) return null
  return (
    <section>
      <h3>{t('rehearsal.messagesTo')}</h3>
      <ul className="rehearsal-list">
        {messages.slice(0, MOST).map(({ channel, recipient, count }) => (
          <li key={`${channel} ${recipient}`}>
            <span>{recipient ?? t('rehearsal.unseen')}</span>
            <span className="dim">{t(channelWord[channel])}</span>
            <b className="num">{number(count, t, 0)}</b>
          </li>
        ))}
      </ul>
      <p className="dim">{t('rehearsal.reminders')}</p>
      {messages.length > MOST && <p className="dim">{t('rehearsal.more', { count: messages.length - MOST })}</p>}
    </section>
  )
}
