import type { SavedEvent } from '@steading/contract/events/events'
import type { Channel } from '@steading/contract/events/outbox'
import type { TextKey, Translate } from '@steading/locales/text'
import { channelWord } from '../../../outbox/index.ts'

type Counts = Pick<SavedEvent, 'emailUsers' | 'smsUsers' | 'voiceUsers' | 'whatsappUsers'>
const count = {
  MAIL: 'emailUsers',
  SMS: 'smsUsers',
  VOICE: 'voiceUsers',
  WHATSAPP: 'whatsappUsers',
} as const satisfies Record<Channel, keyof Counts>

/** Where fewer people hear of it than were named: how many, who does not, and what was named twice. */
export function droppedRecipientWords(
  { type, named, names, twice }: SavedEvent['unheard'][number],
  saved: Counts,
  t: Translate,
): string[] {
  const list = (all: readonly string[]) => new Intl.ListFormat(t.language).format(all)
  const differ = t('warning.recipientsDiffer', { sent: named, accepted: saved[count[type]] })
  return [
    ...(names.length > 0 ? [differ, t('event.hears.unheard', { names: list(names) })] : []),
    ...(twice.length > 0 ? [t('event.namedTwice', { names: list(twice) })] : []),
  ].map(words => `${t(channelWord[type])}: ${words}`)
}

/** Where not all who were named hear of it: that it is saved all the same, or somebody writes it down twice, and who does not. */
export const recipientWarnings = (
  { unheard, ...saved }: Counts & Pick<SavedEvent, 'unheard'>,
  done: TextKey,
  t: Translate,
): string[] => (unheard.length === 0 ? [] : [t(done), ...unheard.flatMap(item => droppedRecipientWords(item, saved, t))])
