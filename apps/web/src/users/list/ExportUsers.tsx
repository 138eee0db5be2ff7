import { csvTime } from '@steading/locales/csv'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { ExportRows } from '../../ui/list/export/ExportRows.tsx'
import { type UserQuery, searchUsers } from '../users.queries.ts'
import { stateOf } from './userStatus.tsx'

/** Everybody whom the filters leave, as a file. */
export function ExportUsers({ query }: { query: UserQuery }) {
  const t = useText()
  const zone = useZone()
  const head = [
    t('ui.name'),
    t('user.shortName'),
    t('login.email'),
    t('user.phone'),
    t('role.one'),
    t('user.root'),
    t('user.status.label'),
    t('user.lastSeen'),
  ]
  return (
    <ExportRows
      name={t('nav.users')}
      fetch={paging => searchUsers({ ...query, ...paging })}
      cells={rows => [
        head,
        ...rows.map(row => [
          row.displayName,
          row.shortName,
          row.email,
          row.phone,
          row.role.name,
          row.rootEntity.displayName,
          t(stateOf(row).word),
          csvTime(row.lastSeenUtc, zone, t),
        ]),
      ]}
    />
  )
}
