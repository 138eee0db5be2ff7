import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { type Permission, permissionKeys } from '@steading/contract/permissions'
import type { TextKey } from '@steading/locales/text'
import { IconLock } from '@tabler/icons-react'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { SwitchField } from '../ui/form/SwitchField.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Note } from '../ui/page/Note.tsx'
import { EVERYTHING, permissionWord, permissionsOf, sections, withTurned } from './permissions.ts'
import './roles.css'

/** What a role may do, to be ticked section by section. What whoever edits does not hold is locked. */
export function PermissionsField({
  value,
  onChange,
  error,
}: {
  value: readonly Permission[]
  onChange: (value: Permission[]) => void
  error: string | undefined
}) {
  const t = useText()
  const may = useMay()
  const turn = (keys: readonly Permission[], on: boolean) => onChange(withTurned(value, keys, on))
  const isAll = value.includes(EVERYTHING)
  return (
    <>
      {!permissionKeys.every(key => may(key)) && <Note icon={<IconLock size={16} aria-hidden />}>{t('role.locked')}</Note>}
      {error && (
        <p role="alert" className="permissions-error">
          {error}
        </p>
      )}
      {may(EVERYTHING) && (
        <Card>
          <SwitchField
            label={t('role.everything')}
            hint={t('role.everythingHint')}
            checked={isAll}
            onChange={event => turn([EVERYTHING], event.currentTarget.checked)}
          />
        </Card>
      )}
      {!isAll &&
        sections.map(section => (
          <Card key={section.title} title={t(section.title)}>
            <div className="permissions">
              {Object.entries(section.categories).map(([category, word]) => (
                <Category key={category} keys={permissionsOf(category)} word={word} value={value} turn={turn} />
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
  turn,
}: {
  keys: readonly Permission[]
  word: TextKey
  value: readonly Permission[]
  turn: (keys: readonly Permission[], on: boolean) => void
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
            onChange={() => turn(mine, !all)}
          />
        ) : (
          t(word)
        )}
      </span>
      <span className="permission-boxes">
        {keys.map(key => (
          <One key={key} of={key} held={value.includes(key)} mine={may(key)} turn={on => turn([key], on)} />
        ))}
      </span>
    </fieldset>
  )
}

function One({ of, held, mine, turn }: { of: Permission; held: boolean; mine: boolean; turn: (on: boolean) => void }) {
  const t = useText()
  const word = permissionWord(of)
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
      checked={held}
      disabled={!mine}
      onChange={event => turn(event.currentTarget.checked)}
    />
  )
}

/** What a role may do, in words. */
export function PermissionsShown({ of }: { of: readonly Permission[] }) {
  const t = useText()
  if (of.includes(EVERYTHING))
    return (
      <Card title={t('role.permissions')}>
        <p>{t('role.everything')}</p>
      </Card>
    )
  const held = sections
    .map(({ title, categories }) => ({
      title,
      rows: Object.entries(categories)
        .map(([category, word]) => ({ word, keys: permissionsOf(category).filter(key => of.includes(key)) }))
        .filter(row => row.keys.length > 0),
    }))
    .filter(section => section.rows.length > 0)
  if (held.length === 0)
    return (
      <Card title={t('role.permissions')}>
        <p className="dim">{t('role.nothing')}</p>
      </Card>
    )
  return held.map(({ title, rows }) => (
    <Card key={title} title={t(title)}>
      <dl className="permissions-shown">
        {rows.map(({ word, keys }) => (
          <div key={word}>
            <dt>{t(word)}</dt>
            <dd>{keys.map(key => t(permissionWord(key) ?? word)).join(' · ')}</dd>
          </div>
        ))}
      </dl>
    </Card>
  ))
}
