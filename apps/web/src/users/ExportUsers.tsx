import { csvTime } from '@steading/locales/csv'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { ExportRows } from '../ui/list/ExportRows.tsx'
import { type UserQuery, searchUsers } from './users.queries.ts'
import { stateOf } from './words.tsx'

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
        ...rows.map(of => [
          of.displayName,
          of.shortName,
          of.email,
          of.phone,
          of.role.name,
          of.rootEntity.displayName,
          t(stateOf(of).word),
          csvTime(of.lastSeenUtc, zone, t),
        ]),
      ]}
    />
  )
}
