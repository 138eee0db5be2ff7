import type { SavedEvent } from '@steading/contract/events'
import type { ActionConfiguration } from '@steading/contract/outbox'
import { channelWord, mute } from '../outbox/index.ts'
import { useText } from '../platform/texts.tsx'
import { confirm, tell } from '../ui/overlay/dialogs.ts'
import { unheardWords } from './telling.ts'

const Lines = ({ of }: { of: readonly string[] }) => (
  <ul className="asked-lines">
    {of.map(line => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)

/** Asks before people are told, and says where not all of them could be. */
export function useTelling() {
  const t = useText()
  /** True at once where nobody is told. */
  const isSure = async (actions: readonly ActionConfiguration[], title: string): Promise<boolean> => {
    if (actions.length === 0) return true
    const channels = new Intl.ListFormat(t.language).format(actions.map(one => t(channelWord[one.type])))
    const unheard = mute(actions).map(type => t('warning.noRecipients', { channel: t(channelWord[type]) }))
    return confirm({
      title,
      text: <Lines of={[t('event.confirmTell', { channels }), ...unheard]} />,
      yes: t('event.confirmTell.yes'),
      no: t('ui.cancel'),
    })
  }
  const warn = async ({ unheard, ...saved }: SavedEvent) => {
    if (unheard.length === 0) return
    await tell({
      title: t('event.contactsDiffer'),
      text: <Lines of={unheard.flatMap(one => unheardWords(one, saved, t))} />,
      yes: t('ui.close'),
    })
  }
  return { isSure, warn }
}
