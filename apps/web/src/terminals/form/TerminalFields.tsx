import { errorFor } from '../../ui/form/edit/errorFor.ts'
import { TERMINAL_PROFILES } from '@steading/contract/devices/terminals'
import { duration } from '@steading/locales/format'
import { useState } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { PlaceField } from '../../entities/index.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { ReadOnlyField, useFormMode } from '../../ui/form/edit/FormFields.tsx'
import { NumberField } from '../../ui/form/fields/NumberField.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { ZoneField } from '../../ui/form/fields/ZoneField.tsx'
import { Link } from '../../ui/Link.tsx'
import type { TerminalForm } from './terminalForm.ts'

const hints = { 'FC-SMARTBOX-1': 'terminal.profile.farm', 'FC-SMARTBOX-ROOM': 'terminal.profile.room' } as const

interface Place {
  readonly id: string
  readonly displayName: string
}

/** Form fields of a terminal: name, entity, profile, timeout, time zone. `places`: entities whose names are known. */
export function TerminalEntries({
  form,
  places,
  onZone,
}: {
  form: TerminalForm
  places: readonly Place[]
  /** Called when the user chooses a time zone. */
  onZone?: () => void
}) {
  const t = useText()
  const may = useMay()
  const mode = useFormMode()
  const [chosen, choose] = useState<Place>()
  const { values, errors } = form
  const profile = TERMINAL_PROFILES.find(one => one === values.profile)
  const place = [chosen, ...places].find(one => one?.id === values.entityId)
  return (
    <>
      <TextField label={t('ui.name')} required max={50} {...form.getInputProps('displayName')} />
      {mode === 'view' ? (
        <ReadOnlyField label={t('terminal.place')}>
          {place && may('entities.read') ? (
            <Link href={to('/system/entities/{entityid}/details', { entityid: place.id })}>{place.displayName}</Link>
          ) : (
            place?.displayName
          )}
        </ReadOnlyField>
      ) : (
        <PlaceField
          label={t('terminal.place')}
          value={place}
          error={errorFor(errors, 'entityId')}
          onChange={({ id, name }) => {
            choose({ id, displayName: name })
            form.setFieldValue('entityId', id)
          }}
        />
      )}
      <SelectField
        label={t('terminal.profile')}
        required
        hint={profile && t(hints[profile])}
        options={TERMINAL_PROFILES.map(one => ({ value: one as string, label: one }))}
        {...form.getInputProps('profile')}
      />
      {mode === 'view' ? (
        <ReadOnlyField label={t('terminal.timeOut')}>
          {values.timeOut ? duration(values.timeOut, t) : t('terminal.silentNever')}
        </ReadOnlyField>
      ) : (
        <NumberField
          label={t('terminal.timeOut')}
          required
          unit="s"
          min={0}
          max={43_200}
          hint={t('terminal.timeOutNever')}
          {...form.getInputProps('timeOut')}
        />
      )}
      <ZoneField
        required
        value={values.timeZone}
        onChange={zone => {
          onZone?.()
          form.setFieldValue('timeZone', zone)
        }}
        error={errors['timeZone']}
      />
    </>
  )
}
