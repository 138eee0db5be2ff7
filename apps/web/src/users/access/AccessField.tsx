import { Radio } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import type { UserDetails } from '@steading/contract/users/users'
import { useId, useState } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { useText } from '../../platform/texts.tsx'
import { ReadOnlyField, useFormMode } from '../../ui/form/edit/FormFields.tsx'
import { Link } from '../../ui/Link.tsx'
import { LongList } from '../../ui/page/LongList.tsx'
import { PartsTree } from './EntityTree.tsx'
import '../users.css'

/** Access of a user: the whole root entity, or the entities chosen in its tree. */
export function AccessField({
  root,
  of,
  kept,
  value,
  onChange,
  error,
}: {
  root: { readonly id: string; readonly displayName: string }
  of?: UserDetails | undefined
  kept: boolean
  /** Chosen entities, while access is restricted. */
  value: readonly string[]
  onChange: (kept: boolean, ids: readonly string[]) => void
  error: string | undefined
}) {
  const t = useText()
  const mode = useFormMode()
  const group = useId()
  // Switching to the whole root and back keeps the chosen entities.
  const [before, remember] = useState<readonly string[]>(value)
  if (mode === 'view')
    return (
      <ReadOnlyField label={t('user.access')}>
        {!kept ? t('user.access.all', { place: root.displayName }) : <AccessList of={of?.accessEntities ?? []} />}
      </ReadOnlyField>
    )
  return (
    <fieldset className="access entry-wide" aria-describedby={error ? `${group}-error` : undefined}>
      <legend>{t('user.access')}</legend>
      <Radio
        name={group}
        label={t('user.access.all', { place: root.displayName })}
        checked={!kept}
        onChange={() => {
          remember(value)
          onChange(false, [])
        }}
      />
      <Radio
        name={group}
        label={t('user.access.parts')}
        checked={kept}
        aria-invalid={Boolean(error) || undefined}
        onChange={() => onChange(true, before)}
      />
      {error && (
        <p id={`${group}-error`} className="access-error" role="alert">
          {error}
        </p>
      )}
      {kept && value.length === 0 && of?.kept && of.accessEntities.length === 0 && <p className="dim">{t('user.access.gone')}</p>}
      {kept && <PartsTree key={root.id} root={root} of={of} value={value} onChange={ids => onChange(true, ids)} />}
    </fieldset>
  )
}

function AccessList({ of }: { of: UserDetails['accessEntities'] }) {
  const t = useText()
  if (of.length === 0) return t('user.access.gone')
  return (
    <LongList
      items={of.map(({ id, displayName }) => ({
        key: id,
        content: <Link href={to('/system/entities/{entityid}/details', { entityid: id })}>{displayName}</Link>,
      }))}
    />
  )
}
