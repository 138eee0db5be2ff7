import type { Channel } from '@steading/contract/events/outbox'
import { IconChevronDown } from '@tabler/icons-react'
import { RecipientFields, useChannels } from '../../../outbox/index.ts'
import { useText } from '../../../platform/texts.tsx'
import { errorFor } from '../../../ui/form/edit/errorFor.ts'
import type { EventScope } from '../../eventScope.ts'
import { type EventFormValues, activeActions } from '../eventForm.ts'

/** Recipients of the event, one panel for each channel that the user may use; collapsed when editing. */
export function NotifyCard({
  values,
  scope,
  errors,
  set,
}: {
  values: EventFormValues
  scope: EventScope
  errors: Readonly<Record<string, unknown>>
  set: (change: Partial<EventFormValues>, touched: string) => void
}) {
  const t = useText()
  const lacks = useChannels()
  const offered = (type: Channel) => type === 'MAIL' || (!scope.isHelpdesk && lacks(type) === undefined)
  const count = activeActions(values.actions).length
  // An existing event already notified its recipients: this card is about the change.
  const [title, nobody] =
    values.version === 0 ? (['event.tell', 'event.tell.none'] as const) : (['event.tellChange', 'event.tellChange.none'] as const)
  return (
    <details className="card tell" open={values.version === 0}>
      <summary>
        <h2>{t(title)}</h2>
        <span className="card-hint">{count === 0 ? t(nobody) : t('event.tell.count', { count })}</span>
        <IconChevronDown size={18} aria-hidden />
      </summary>
      <div className="stack">
        <RecipientFields
          actions={values.actions}
          placeId={values.sectorId ?? values.entityId}
          mode="edit"
          repeats={false}
          offered={offered}
          wrong={field => errorFor(errors, `actions.${field}`)}
          set={(actions, touched) => set({ actions }, `actions.${touched}`)}
        />
      </div>
    </details>
  )
}
