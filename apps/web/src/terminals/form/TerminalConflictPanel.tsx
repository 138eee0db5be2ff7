import type { UseFormReturnType } from '@mantine/form'
import type { TerminalDetails } from '@steading/contract/devices/terminals'
import { duration } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import { useText } from '../../platform/texts.tsx'
import { isEqual } from '../../ui/form/edit/merge3.ts'
import { ConflictPanel } from '../../ui/form/edit/ConflictPanel.tsx'
import { type EditTerminalValues, type Field, changedFields, toFormValues } from './terminalForm.ts'

const words = {
  displayName: 'ui.name',
  entityId: 'terminal.place',
  profile: 'terminal.profile',
  timeOut: 'terminal.timeOut',
  timeZone: 'ui.timeZone',
} as const satisfies Record<Field, TextKey>

/** Version conflict of a terminal form. */
export function TheirTerminal({
  base,
  latest,
  form,
}: {
  base: TerminalDetails
  latest: TerminalDetails
  form: UseFormReturnType<EditTerminalValues>
}) {
  const t = useText()
  const values = toFormValues(latest)
  return (
    <ConflictPanel
      who={latest.lastUpdatedBy?.shortName}
      entries={changedFields(toFormValues(base), values).map(field => ({
        key: field,
        label: t(words[field]),
        value: fieldWords(field, latest, t),
        isTaken: isEqual(form.values[field], values[field]),
        take: () => form.setFieldValue(field, values[field]),
      }))}
    />
  )
}

function fieldWords(field: Field, terminalDetails: TerminalDetails, t: Translate): string {
  if (field === 'entityId') return terminalDetails.rootEntity.displayName
  if (field === 'timeOut') return terminalDetails.timeOut > 0 ? duration(terminalDetails.timeOut, t) : t('terminal.silentNever')
  return terminalDetails[field]
}
