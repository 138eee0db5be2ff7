import { Button } from '@mantine/core'
import { type Role, roles } from '@steading/contract/users/roles'
import { number } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { IconPlus, IconShieldCheck } from '@tabler/icons-react'
import { useMemo } from 'react'
import { to } from '../platform/navigation/paths.ts'
import { EntityFilter } from '../entities/index.ts'
import { useMay } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { useGo } from '../ui/Link.tsx'
import { type Column, DataList } from '../ui/list/table/DataList.tsx'
import { ExportRows } from '../ui/list/export/ExportRows.tsx'
import { EmptyFiltered, Filters, SearchFilter } from '../ui/list/filter/Filters.tsx'
import { useList } from '../ui/list/useList.ts'
import { useListState } from '../ui/list/useListState.ts'
import { Card } from '../ui/page/Card.tsx'
import { PageHead } from '../ui/page/head/PageHead.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { EVERYTHING } from './permissions.ts'
import { searchRoles } from './roles.queries.ts'

const schema = roles.search.query

const placeOf = (role: Role, t: Translate) => role.entity?.displayName ?? t('role.above')
const countOf = (role: Role, t: Translate) =>
  role.permissions.includes(EVERYTHING) ? t('role.everything') : t('role.count', { count: role.permissions.length })

const columnsOf = (t: Translate): Column<Role>[] => [
  { key: 'title', only: 'card', card: 'title', cell: of => of.name },
  {
    key: 'name',
    head: t('ui.name'),
    sort: 'name',
    only: 'table',
    card: 'hide',
    cell: of => <span className="row-link">{of.name}</span>,
  },
  { key: 'entity', head: t('role.madeAt'), card: 'meta', cell: of => placeOf(of, t) },
  { key: 'permissions', head: t('role.permissions'), card: 'meta', cell: of => countOf(of, t) },
  { key: 'people', head: t('role.people'), right: true, only: 'table', card: 'hide', cell: of => number(of.users, t) },
  { key: 'users', only: 'card', card: 'meta', cell: of => t('role.users', { count: of.users }) },
]

/** List of roles with entity, number of permissions and users. */
export default function RoleList() {
  const t = useText()
  const go = useGo()
  const may = useMay()
  const state = useListState(schema)
  const { query } = state
  const list = useList('roles', query, searchRoles)
  const columns = useMemo(() => columnsOf(t), [t])
  const create = to('/system/roles/create')
  return (
    <>
      <PageHead
        title={t('nav.roles')}
        actions={
          <>
            <ExportRows
              name={t('nav.roles')}
              fetch={paging => searchRoles({ ...query, ...paging })}
              cells={rows => [
                [t('ui.name'), t('role.madeAt'), t('role.permissions'), t('role.people')],
                ...rows.map(row => [row.name, placeOf(row, t), countOf(row, t), row.users]),
              ]}
            />
            {may('roles.create') && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go(create)}>
                {t('ui.new')}
              </Button>
            )}
          </>
        }
      />
      <Filters label={t('ui.filters')}>
        <SearchFilter label={t('role.search')} value={query.search ?? ''} onChange={search => state.set({ search })} />
        {may('entities.read') && <EntityFilter value={query.entityId} onChange={entityId => state.set({ entityId })} />}
      </Filters>
      <Card flush>
        <DataList
          label={t('nav.roles')}
          list={list}
          state={state}
          columns={columns}
          name={of => of.name}
          href={of => to('/system/roles/details/{roleid}', { roleid: of.id })}
          empty={
            <Empty
              icon={<IconShieldCheck size={30} stroke={1.4} />}
              title={t('role.none')}
              action={
                may('roles.create') && (
                  <Button size="xs" onClick={() => go(create)}>
                    {t('role.new')}
                  </Button>
                )
              }
            >
              {t('role.noneHint')}
            </Empty>
          }
          emptyFiltered={<EmptyFiltered filters={state.filters} reset={state.reset} />}
        />
      </Card>
    </>
  )
}
