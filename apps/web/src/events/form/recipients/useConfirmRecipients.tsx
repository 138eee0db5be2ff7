import type { SavedEvent } from '@steading/contract/events/events'
import type { ActionConfiguration } from '@steading/contract/events/outbox'
import type { TextKey } from '@steading/locales/text'
import { channelWord, mute } from '../../../outbox/index.ts'
import { useText } from '../../../platform/texts.tsx'
import { confirmDialog, alertDialog } from '../../../ui/overlay/dialogs.ts'
import { recipientWarnings } from './recipientWarnings.ts'

const SentenceList = ({ sentences }: { sentences: readonly string[] }) => (
  <ul className="asked-lines">
    {sentences.map(line => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)

/** Confirms the recipients before a save, and warns afterwards if some could not be notified. */
export function useConfirmRecipients() {
  const t = useText()
  /** Resolves true without a dialog if there are no recipients, unless the event is `grave`. */
  const confirmRecipients = async (actions: readonly ActionConfiguration[], title: string, grave = false): Promise<boolean> => {
    if (actions.length === 0 && !grave) return true
    if (actions.length === 0)
      return confirmDialog({
        title: t('event.askUntold'),
        text: t('event.askUntold.text'),
        yes: t('event.askUntold.yes'),
        no: t('ui.cancel'),
      })
    const channels = new Intl.ListFormat(t.language).format(actions.map(action => t(channelWord[action.type])))
    const unheard = mute(actions).map(type => t('warning.noRecipients', { channel: t(channelWord[type]) }))
    return confirmDialog({
      title,
      text: <SentenceList sentences={[t('event.confirmTell', { channels }), ...unheard]} />,
      yes: t('event.confirmTell.yes'),
      no: t('ui.cancel'),
    })
  }
  /** `done`: that it is saved. */
  const warnRecipients = async (saved: SavedEvent, done: TextKey) => {
    const lines = recipientWarnings(saved, done, t)
    if (lines.length > 0)
      await alertDialog({ title: t('event.contactsDiffer'), text: <SentenceList sentences={lines} />, yes: t('ui.close') })
  }
  return { isSure: confirmRecipients, warn: warnRecipients }
}
