import { Button } from '@mantine/core'
import { USER_STATUSES, users } from '@steading/contract/users/users'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { missing } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { useMemo } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { EntityFilter } from '../../entities/index.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { spokenPhone } from '../../ui/form/input/phones.ts'
import { useGo } from '../../ui/Link.tsx'
import { type Column, DataList } from '../../ui/list/table/DataList.tsx'
import { ChoiceFilter, EmptyFiltered, Filters, SearchFilter } from '../../ui/list/filter/Filters.tsx'
import { useList } from '../../ui/list/useList.ts'
import { useListState } from '../../ui/list/useListState.ts'
import { Face } from '../../ui/marks/Face.tsx'
import { Age } from '../../ui/page/time/Age.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { Empty } from '../../ui/state/Empty.tsx'
import { ExportUsers } from './ExportUsers.tsx'
import { type UserRow, roleNamesQuery, searchUsers } from '../users.queries.ts'
import { PersonState, statusWord } from './userStatus.tsx'
import '../users.css'

const schema = users.search.query

const columnsOf = (t: Translate): Column<UserRow>[] => [
  { key: 'face', only: 'card', card: 'lead', cell: userRow => <Face name={userRow.displayName} /> },
  { key: 'title', only: 'card', card: 'title', cell: userRow => userRow.displayName },
  {
    key: 'name',
    head: t('ui.name'),
    sort: 'displayName',
    only: 'table',
    card: 'hide',
    cell: userRow => (
      <span className="person">
        <Face name={userRow.displayName} />
        <span className="two">
          <span className="row-link">{userRow.displayName}</span>
          <span>{userRow.email}</span>
        </span>
      </span>
    ),
  },
  { key: 'short', head: t('user.shortName'), sort: 'shortName', wide: true, card: 'hide', cell: userRow => userRow.shortName },
  { key: 'role', head: t('role.one'), card: 'meta', cell: userRow => userRow.role.name },
  { key: 'root', head: t('user.root'), card: 'meta', cell: userRow => userRow.rootEntity.displayName },
  {
    key: 'phone',
    head: t('user.phone'),
    wide: true,
    card: 'hide',
    cell: userRow => (userRow.phone ? <span className="num">{spokenPhone(userRow.phone)}</span> : missing),
  },
  {
    key: 'status',
    head: t('user.status.label'),
    sort: 'status',
    only: 'table',
    card: 'hide',
    cell: userRow => <PersonState of={userRow} />,
  },
  // What is as it should be needs no line on a card.
  {
    key: 'off',
    only: 'card',
    card: 'meta',
    cell: userRow => (userRow.status !== 'ACTIVE' || !userRow.activated) && <PersonState of={userRow} />,
  },
  {
    key: 'seen',
    head: t('user.lastSeen'),
    sort: 'lastSeenUtc',
    wide: true,
    card: 'end',
    cell: userRow => <Age at={userRow.lastSeenUtc} />,
  },
]

/** The people: who they are, what they may do, and where. */
export default function UserList() {
  const t = useText()
  const go = useGo()
  const may = useMay()
  const state = useListState(schema)
  const { query } = state
  const list = useList('users', query, searchUsers)
  const columns = useMemo(() => columnsOf(t), [t])
  const mayRoles = may('roles.read')
  const { data: roles = [] } = useQuery({ ...roleNamesQuery, enabled: mayRoles })
  const create = to('/system/users/create')
  return (
    <>
      <PageHead
        title={t('nav.users')}
        actions={
          <>
            <ExportUsers query={query} />
            {may('users.create') && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go(create)}>
                {t('ui.new')}
              </Button>
            )}
          </>
        }
      />
      <Filters label={t('ui.filters')}>
        <SearchFilter label={t('user.search')} value={query.search ?? ''} onChange={search => state.set({ search })} />
        <ChoiceFilter
          name={t('user.status.label')}
          choices={USER_STATUSES.map(one => ({ value: one, label: t(statusWord[one]) }))}
          value={query.status ? [query.status] : []}
          onChange={([one]) => state.set({ status: USER_STATUSES.find(status => status === one) })}
        />
        {mayRoles && (
          <ChoiceFilter
            name={t('role.one')}
            choices={roles.map(({ id, name }) => ({ value: id, label: name }))}
            value={query.roleId ? [query.roleId] : []}
            onChange={([roleId]) => state.set({ roleId })}
          />
        )}
        <EntityFilter value={query.entityId} onChange={entityId => state.set({ entityId })} />
      </Filters>
      <Card flush>
        <DataList
          label={t('nav.users')}
          list={list}
          state={state}
          columns={columns}
          name={userRow => userRow.displayName}
          href={userRow => to('/system/users/details/{userid}', { userid: userRow.id })}
          tone={userRow => (userRow.status === 'ACTIVE' ? undefined : 'done')}
          empty={
            <Empty
              icon={<IconUsers size={30} stroke={1.4} />}
              title={t('user.none')}
              action={
                may('users.create') && (
                  <Button size="xs" onClick={() => go(create)}>
                    {t('user.new')}
                  </Button>
                )
              }
            >
              {t('user.noneHint')}
            </Empty>
          }
          emptyFiltered={<EmptyFiltered filters={state.filters} reset={state.reset} />}
        />
      </Card>
    </>
  )
}
