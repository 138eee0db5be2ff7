import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { type Permission, permissionKeys } from '@steading/contract/users/permissions'
import type { TextKey } from '@steading/locales/text'
import { IconLock } from '@tabler/icons-react'
import { useMay } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { SwitchField } from '../ui/form/fields/SwitchField.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Note } from '../ui/page/Note.tsx'
import { EVERYTHING, permissionWord, permissionsOf, sections, withToggled } from './permissions.ts'
import './roles.css'

/** Checkboxes of permissions by section. Permissions that the editing user lacks are locked. */
export default function PermissionsField({
  value,
  onChange,
  error,
  isEverythingOffered = true,
}: {
  value: readonly Permission[]
  onChange: (value: Permission[]) => void
  error: string | undefined
  /** May the permission that includes all others be chosen, by who has it? */
  isEverythingOffered?: boolean
}) {
  const t = useText()
  const may = useMay()
  const toggle = (keys: readonly Permission[], on: boolean) => onChange(withToggled(value, keys, on))
  const isAll = value.includes(EVERYTHING)
  return (
    <>
      {!permissionKeys.every(key => may(key)) && <Note icon={<IconLock size={16} aria-hidden />}>{t('role.locked')}</Note>}
      {error && (
        <p role="alert" className="permissions-error">
          {error}
        </p>
      )}
      {isEverythingOffered && may(EVERYTHING) && (
        <Card>
          <SwitchField
            label={t('role.everything')}
            hint={t('role.everythingHint')}
            checked={isAll}
            onChange={event => toggle([EVERYTHING], event.currentTarget.checked)}
          />
        </Card>
      )}
      {!isAll &&
        sections.map(section => (
          <Card key={section.title} title={t(section.title)}>
            <div className="permissions">
              {Object.entries(section.categories).map(([category, word]) => (
                <Category key={category} keys={permissionsOf(category)} word={word} value={value} toggle={toggle} />
              ))}
            </div>
          </Card>
        ))}
    </>
  )
}

function Category({
  keys,
  word,
  value,
  toggle,
}: {
  keys: readonly Permission[]
  word: TextKey
  value: readonly Permission[]
  toggle: (keys: readonly Permission[], on: boolean) => void
}) {
  const t = useText()
  const may = useMay()
  const mine = keys.filter(key => may(key))
  const all = mine.length > 0 && mine.every(key => value.includes(key))
  const some = mine.some(key => value.includes(key))
  return (
    <fieldset className="permission-row">
      <legend className="vh">{t(word)}</legend>
      <span className="permission-what">
        {keys.length > 1 ? (
          <Checkbox
            label={t(word)}
            aria-label={t('role.all', { what: t(word) })}
            checked={all}
            indeterminate={some && !all}
            disabled={mine.length === 0}
            onChange={() => toggle(mine, !all)}
          />
        ) : (
          t(word)
        )}
      </span>
      <span className="permission-boxes">
        {keys.map(key => (
          <PermissionCheckbox
            key={key}
            permission={key}
            isGranted={value.includes(key)}
            mine={may(key)}
            toggle={on => toggle([key], on)}
          />
        ))}
      </span>
    </fieldset>
  )
}

function PermissionCheckbox({
  permission,
  isGranted,
  mine,
  toggle,
}: {
  permission: Permission
  isGranted: boolean
  mine: boolean
  toggle: (on: boolean) => void
}) {
  const t = useText()
  const word = permissionWord(permission)
  if (!word) return null
  return (
    <Checkbox
      title={mine ? undefined : t('role.notYours')}
      label={
        mine ? (
          t(word)
        ) : (
          <>
            {t(word)} <IconLock size={13} aria-hidden />
            <span className="vh">. {t('role.notYours')}</span>
          </>
        )
      }
      checked={isGranted}
      disabled={!mine}
      onChange={event => toggle(event.currentTarget.checked)}
    />
  )
}
