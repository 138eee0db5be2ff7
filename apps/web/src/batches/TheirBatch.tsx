import type { UseFormReturnType } from '@mantine/form'
import type { Batch } from '@steading/contract/batches'
import { dateTime } from '@steading/locales/format'
import type { TextKey } from '@steading/locales/text'
import { useText } from '../platform/texts.tsx'
import { same } from '../ui/form/met.ts'
import { Theirs } from '../ui/form/Theirs.tsx'
import type { DayField, Days } from './entered.ts'

const words = { openDate: 'batch.openDate', closeDate: 'batch.closeDate' } as const satisfies Record<DayField, TextKey>

/** What somebody else saved of a batch while one was typing; one that they opened again has no end. */
export function TheirBatch({ seen, theirs, form }: { seen: Batch; theirs: Batch; form: UseFormReturnType<Days> }) {
  const t = useText()
  const changed = (Object.keys(words) as DayField[]).filter(field => seen[field] !== theirs[field]) // safe: the table's own keys
  return (
    <Theirs
      who={theirs.lastUpdatedBy?.shortName}
      entries={changed.map(field => ({
        key: field,
        label: t(words[field]),
        said: theirs[field] === null ? '' : dateTime(theirs[field], theirs.timeZone, t),
        taken: theirs[field] === null || same(form.values[field], theirs[field]),
        take: () => form.setFieldValue(field, theirs[field]),
      }))}
    />
  )
}
