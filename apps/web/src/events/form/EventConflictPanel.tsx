import type { EventDetails } from '@steading/contract/events/events'
import { dateTime } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import { usePlaceZone } from '../../entities/index.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { ConflictPanel } from '../../ui/form/edit/ConflictPanel.tsx'
import { severityWord } from '../../ui/marks/SeverityMark.tsx'
import { type EventFormValues, toFormValues } from './eventForm.ts'
import { categoryWord, causeWord, statusWord } from '../words.ts'

/** The entries that two people may have changed at once. */
const fields = {
  title: 'event.title',
  entityId: 'event.at',
  batchId: 'batch.one',
  severityLevel: 'event.severity.label',
  openDate: 'event.openDate',
  category: 'event.category.label',
  cause: 'event.cause.label',
  status: 'event.status.label',
  description: 'event.description',
} as const satisfies Partial<Record<keyof EventFormValues, TextKey>>
type Field = keyof typeof fields

/** What somebody else saved of an event while one was typing. */
export function EventConflictPanel({
  base,
  latest,
  form,
}: {
  base: EventDetails
  latest: EventDetails
  form: {
    readonly values: EventFormValues
    setFieldValue(field: Field | 'sectorId' | 'enterpriseId', value: unknown): void
  }
}) {
  const t = useText()
  const own = useZone()
  const zone = usePlaceZone(latest.entity.id) ?? own
  const before = toFormValues(base)
  const after = toFormValues(latest)
  const changed = (Object.keys(fields) as Field[]).filter(field => before[field] !== after[field]) // safe: the table's own keys
  return (
    <ConflictPanel
      who={latest.lastUpdatedBy?.shortName}
      entries={changed.map(field => ({
        key: field,
        label: t(fields[field]),
        value: fieldWords(field, latest, { t, zone }),
        isTaken: form.values[field] === after[field] && (field !== 'entityId' || form.values.sectorId === null),
        take: () => {
          form.setFieldValue(field, after[field])
          if (field !== 'entityId') return
          form.setFieldValue('sectorId', null)
          form.setFieldValue('enterpriseId', null)
        },
      }))}
    />
  )
}

/** Which batch, and whether by its house and date alone. */
function batchWords({ batch, batchSaid: isSaid }: EventDetails, t: Translate): string {
  const code = batch?.code ?? t('event.batchNone')
  return isSaid ? code : t('event.batchThenIs', { code })
}

function fieldWords(field: Field, event: EventDetails, { t, zone }: { t: Translate; zone: string }): string {
  switch (field) {
    case 'title':
    case 'description':
      return event[field]
    case 'entityId':
      return event.entity.displayName
    case 'batchId':
      return batchWords(event, t)
    case 'severityLevel':
      return t(severityWord[event.severityLevel])
    case 'openDate':
      return dateTime(event.openDate, zone, t)
    case 'category':
      return t(categoryWord[event.category])
    case 'cause':
      return t(causeWord[event.cause])
    case 'status':
      return t(statusWord[event.status])
  }
}
