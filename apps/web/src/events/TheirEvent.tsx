import type { EventDetails } from '@steading/contract/events'
import { dateTime } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Theirs } from '../ui/form/Theirs.tsx'
import { severityWord } from '../ui/marks/SeverityMark.tsx'
import { type Entered, enteredOf } from './entered.ts'
import { categoryWord, causeWord, statusWord } from './words.ts'

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
} as const satisfies Partial<Record<keyof Entered, TextKey>>
type Field = keyof typeof fields

/** What somebody else saved of an event while one was typing. */
export function TheirEvent({
  seen,
  theirs,
  form,
}: {
  seen: EventDetails
  theirs: EventDetails
  form: {
    readonly values: Entered
    setFieldValue(field: Field | 'sectorId' | 'enterpriseId', value: unknown): void
  }
}) {
  const t = useText()
  const zone = useZone()
  const [before, after] = [enteredOf(seen), enteredOf(theirs)]
  const changed = (Object.keys(fields) as Field[]).filter(field => before[field] !== after[field]) // safe: the table's own keys
  return (
    <Theirs
      who={theirs.lastUpdatedBy?.shortName}
      entries={changed.map(field => ({
        key: field,
        label: t(fields[field]),
        said: said(field, theirs, { t, zone }),
        taken: form.values[field] === after[field] && (field !== 'entityId' || form.values.sectorId === null),
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
function batchSaid({ batch, batchSaid: isSaid }: EventDetails, t: Translate): string {
  const code = batch?.code ?? t('event.batchNone')
  return isSaid ? code : t('event.batchThenIs', { code })
}

function said(field: Field, of: EventDetails, { t, zone }: { t: Translate; zone: string }): string {
  switch (field) {
    case 'title':
    case 'description':
      return of[field]
    case 'entityId':
      return of.entity.displayName
    case 'batchId':
      return batchSaid(of, t)
    case 'severityLevel':
      return t(severityWord[of.severityLevel])
    case 'openDate':
      return dateTime(of.openDate, zone, t)
    case 'category':
      return t(categoryWord[of.category])
    case 'cause':
      return t(causeWord[of.cause])
    case 'status':
      return t(statusWord[of.status])
  }
}
