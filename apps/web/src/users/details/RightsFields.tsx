import { errorFor } from '../../ui/form/edit/errorFor.ts'
import type { UserDetails } from '@steading/contract/users/users'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { PlaceField } from '../../entities/index.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { ReadOnlyField, useFormMode } from '../../ui/form/edit/FormFields.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { Link } from '../../ui/Link.tsx'
import { AccessField } from '../access/AccessField.tsx'
import type { PersonForm } from '../form/userForm.ts'
import { rolesAtQuery } from '../users.queries.ts'

/** Where a person belongs, what they may do there, and what of it they see. */
export function RightsEntries({
  form,
  of,
  latest,
  start,
}: {
  form: PersonForm
  of?: UserDetails
  latest?: UserDetails | undefined
  /** Where a new person is put at first. */
  start?: { readonly id: string; readonly displayName: string } | null
}) {
  const t = useText()
  const mode = useFormMode()
  const [chosen, choose] = useState<{ id: string; displayName: string }>()
  const { rootEntityId, roleId, kept, accessEntityIds } = form.values
  const known = [chosen, of?.rootEntity, latest?.rootEntity, start ?? undefined]
  const root = known.find(one => one?.id === rootEntityId)
  return (
    <>
      {mode === 'view' && of ? (
        <ReadOnlyField label={t('user.root')}>
          <EntityLink id={of.rootEntity.id} name={of.rootEntity.displayName} />
        </ReadOnlyField>
      ) : (
        <PlaceField
          label={t('user.root')}
          empty={t('user.rootHint')}
          value={root}
          error={errorFor(form.errors, 'rootEntityId')}
          onChange={place => {
            if (place.id === rootEntityId) return
            choose({ id: place.id, displayName: place.name })
            form.setFieldValue('rootEntityId', place.id)
            // The parts were parts of another place.
            form.setFieldValue('kept', false)
            form.setFieldValue('accessEntityIds', [])
          }}
        />
      )}
      {mode === 'view' && of ? (
        <ReadOnlyField label={t('role.one')}>{of.role.name}</ReadOnlyField>
      ) : (
        <RoleField
          at={rootEntityId}
          of={of}
          value={roleId}
          onChange={id => form.setFieldValue('roleId', id)}
          error={errorFor(form.errors, 'roleId')}
        />
      )}
      {root && (
        <AccessField
          root={root}
          of={of}
          kept={kept}
          value={accessEntityIds}
          error={errorFor(form.errors, 'accessEntityIds')}
          onChange={(isKept, ids) => {
            form.setFieldValue('kept', isKept)
            form.setFieldValue('accessEntityIds', ids)
          }}
        />
      )}
    </>
  )
}

function EntityLink({ id, name }: { id: string; name: string }) {
  const may = useMay()
  return may('entities.read') ? <Link href={to('/system/entities/{entityid}/details', { entityid: id })}>{name}</Link> : name
}

/** One of the roles that whoever fills in the form may give at the place. */
function RoleField({
  at,
  of,
  value,
  onChange,
  error,
}: {
  at: string | null
  of: UserDetails | undefined
  value: string | null
  onChange: (id: string | null) => void
  error: string | undefined
}) {
  const t = useText()
  const { data: roles, error: failed } = useQuery({ ...rolesAtQuery(at ?? ''), enabled: at !== null })
  const offered = roles?.filter(role => role.grantable)
  const isLost = value !== null && offered !== undefined && !offered.some(one => one.id === value)
  // Another place may not have the role that was chosen.
  useEffect(() => {
    if (isLost) onChange(null)
    // The form is another value after each key, and the same form.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isLost])
  const present = of && of.role.id === value ? [of.role] : []
  const hint =
    failed && !roles
      ? 'failed.lookup'
      : offered?.length === 0
        ? 'user.roleNone'
        : roles && roles.length > (offered?.length ?? 0)
          ? 'user.roleHint'
          : undefined
  return (
    <SelectField
      label={t('role.one')}
      required
      options={(offered ?? present).map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
      hint={hint && t(hint)}
      error={error}
    />
  )
}
