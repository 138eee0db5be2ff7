import type { Permission } from '@steading/contract/users/permissions'
import { useText } from '../platform/texts.tsx'
import { Card } from '../ui/page/Card.tsx'
import { EVERYTHING, permissionWord, permissionsOf, sections } from './permissions.ts'
import './roles.css'

/** Permissions of a role in view mode. */
export default function PermissionsShown({ of }: { of: readonly Permission[] }) {
  const t = useText()
  if (of.includes(EVERYTHING))
    return (
      <Card title={t('role.permissions')}>
        <p>{t('role.everything')}</p>
      </Card>
    )
  const granted = sections
    .map(({ title, categories }) => ({
      title,
      rows: Object.entries(categories)
        .map(([category, word]) => ({ word, keys: permissionsOf(category).filter(key => of.includes(key)) }))
        .filter(row => row.keys.length > 0),
    }))
    .filter(section => section.rows.length > 0)
  if (granted.length === 0)
    return (
      <Card title={t('role.permissions')}>
        <p className="dim">{t('role.nothing')}</p>
      </Card>
    )
  return granted.map(({ title, rows }) => (
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
