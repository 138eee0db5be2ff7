import type { UseFormReturnType } from '@mantine/form'
import type { TerminalDetails } from '@steading/contract/terminals'
import { duration } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import { useText } from '../platform/texts.tsx'
import { same } from '../ui/form/met.ts'
import { Theirs } from '../ui/form/Theirs.tsx'
import { type EnteredEdit, type Field, changedBetween, enteredOf } from './entered.ts'

const words = {
  displayName: 'ui.name',
  entityId: 'terminal.place',
  profile: 'terminal.profile',
  timeOut: 'terminal.timeOut',
  timeZone: 'ui.timeZone',
} as const satisfies Record<Field, TextKey>

/** What somebody else saved of a smart box while one was typing. */
export function TheirTerminal({
  seen,
  theirs,
  form,
}: {
  seen: TerminalDetails
  theirs: TerminalDetails
  form: UseFormReturnType<EnteredEdit>
}) {
  const t = useText()
  const entered = enteredOf(theirs)
  return (
    <Theirs
      who={theirs.lastUpdatedBy?.shortName}
      entries={changedBetween(enteredOf(seen), entered).map(field => ({
        key: field,
        label: t(words[field]),
        said: said(field, theirs, t),
        taken: same(form.values[field], entered[field]),
        take: () => form.setFieldValue(field, entered[field]),
      }))}
    />
  )
}

function said(field: Field, of: TerminalDetails, t: Translate): string {
  if (field === 'entityId') return of.rootEntity.displayName
  if (field === 'timeOut') return of.timeOut > 0 ? duration(of.timeOut, t) : t('terminal.silentNever')
  return of[field]
}
