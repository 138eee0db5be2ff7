import { wrongWith } from '../ui/form/wrongWith.ts'
import { TERMINAL_PROFILES } from '@steading/contract/terminals'
import { duration } from '@steading/locales/format'
import { useState } from 'react'
import { to } from '../app/index.ts'
import { PlaceField } from '../entities/index.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Shown, useFormMode } from '../ui/form/Entries.tsx'
import { NumberField } from '../ui/form/NumberField.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { ZoneField } from '../ui/form/ZoneField.tsx'
import { Link } from '../ui/Link.tsx'
import type { TerminalForm } from './entered.ts'

const hints = { 'FC-SMARTBOX-1': 'terminal.profile.farm', 'FC-SMARTBOX-ROOM': 'terminal.profile.room' } as const

interface Place {
  readonly id: string
  readonly displayName: string
}

/** What people say of a smart box: its name, place, model, how long it may be silent, its zone. `places` are those whose names are known. */
export function TerminalEntries({
  form,
  places,
  onZone,
}: {
  form: TerminalForm
  places: readonly Place[]
  /** When the person sets the zone. */
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
        <Shown label={t('terminal.place')}>
          {place && may('entities.read') ? (
            <Link href={to('/system/entities/{entityid}/details', { entityid: place.id })}>{place.displayName}</Link>
          ) : (
            place?.displayName
          )}
        </Shown>
      ) : (
        <PlaceField
          label={t('terminal.place')}
          value={place}
          error={wrongWith(errors, 'entityId')}
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
        <Shown label={t('terminal.timeOut')}>{values.timeOut ? duration(values.timeOut, t) : t('terminal.silentNever')}</Shown>
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
