import type { SavedEvent } from '@steading/contract/events'
import type { ActionConfiguration } from '@steading/contract/outbox'
import type { TextKey } from '@steading/locales/text'
import { channelWord, mute } from '../outbox/index.ts'
import { useText } from '../platform/texts.tsx'
import { confirm, tell } from '../ui/overlay/dialogs.ts'
import { warningWords } from './telling.ts'

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
  /** True at once where nobody is told; `grave`: that would be a danger. */
  const isSure = async (actions: readonly ActionConfiguration[], title: string, grave = false): Promise<boolean> => {
    if (actions.length === 0 && !grave) return true
    if (actions.length === 0)
      return confirm({
        title: t('event.askUntold'),
        text: t('event.askUntold.text'),
        yes: t('event.askUntold.yes'),
        no: t('ui.cancel'),
      })
    const channels = new Intl.ListFormat(t.language).format(actions.map(one => t(channelWord[one.type])))
    const unheard = mute(actions).map(type => t('warning.noRecipients', { channel: t(channelWord[type]) }))
    return confirm({
      title,
      text: <Lines of={[t('event.confirmTell', { channels }), ...unheard]} />,
      yes: t('event.confirmTell.yes'),
      no: t('ui.cancel'),
    })
  }
  /** `done`: that it is saved. */
  const warn = async (saved: SavedEvent, done: TextKey) => {
    const lines = warningWords(saved, done, t)
    if (lines.length > 0) await tell({ title: t('event.contactsDiffer'), text: <Lines of={lines} />, yes: t('ui.close') })
  }
  return { isSure, warn }
}
