import type { Channel } from '@steading/contract/outbox'
import { IconChevronDown } from '@tabler/icons-react'
import { ToldEntries, useChannels } from '../outbox/index.ts'
import { useText } from '../platform/texts.tsx'
import { wrongWith } from '../ui/form/wrongWith.ts'
import type { Desk } from './desk.ts'
import { type Entered, activeOf } from './entered.ts'

/** Who hears of it now: folded away while nobody does, a panel for each channel that this person may use. */
export function TellCard({
  of,
  desk,
  errors,
  set,
}: {
  of: Entered
  desk: Desk
  errors: Readonly<Record<string, unknown>>
  set: (change: Partial<Entered>, touched: string) => void
}) {
  const t = useText()
  const lacks = useChannels()
  const offered = (type: Channel) => type === 'MAIL' || (!desk.isHelpdesk && lacks(type) === undefined)
  const count = activeOf(of.actions).length
  // Of one that is there people were told before: this is about the change.
  const [title, nobody] =
    of.version === 0 ? (['event.tell', 'event.tell.none'] as const) : (['event.tellChange', 'event.tellChange.none'] as const)
  return (
    <details className="card tell" open={of.version === 0}>
      <summary>
        <h2>{t(title)}</h2>
        <span className="card-hint">{count === 0 ? t(nobody) : t('event.tell.count', { count })}</span>
        <IconChevronDown size={18} aria-hidden />
      </summary>
      <div className="stack">
        <ToldEntries
          actions={of.actions}
          placeId={of.sectorId ?? of.entityId}
          mode="edit"
          repeats={false}
          offered={offered}
          wrong={field => wrongWith(errors, `actions.${field}`)}
          set={(actions, touched) => set({ actions }, `actions.${touched}`)}
        />
      </div>
    </details>
  )
}
