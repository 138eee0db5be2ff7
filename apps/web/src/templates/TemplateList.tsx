import { Button } from '@mantine/core'
import { RULE_TEMPLATES } from '@steading/contract/rules/ruleTemplates'
import { type Template, templates } from '@steading/contract/rules/templates'
import { engineWords } from '@steading/locales/templates'
import type { Translate } from '@steading/locales/text'
import { IconPlus, IconTemplate } from '@tabler/icons-react'
import { useMemo } from 'react'
import { to } from '../platform/navigation/paths.ts'
import { EntityFilter } from '../entities/index.ts'
import { useMay } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { templateTitle } from '../rules/index.ts'
import { useGo } from '../ui/Link.tsx'
import { type Column, DataList } from '../ui/list/table/DataList.tsx'
import { ExportRows } from '../ui/list/export/ExportRows.tsx'
import { ChoiceFilter, EmptyFiltered, Filters, SearchFilter } from '../ui/list/filter/Filters.tsx'
import { useList } from '../ui/list/useList.ts'
import { useListState } from '../ui/list/useListState.ts'
import { Card } from '../ui/page/Card.tsx'
import { PageHead } from '../ui/page/head/PageHead.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { searchTemplates } from './templates.queries.ts'
import { placeOf, profilesOf } from './details/templateWords.ts'

const schema = templates.search.query

const categoryOf = (template: Template, t: Translate) => t(engineWords[template.category.id])

const columnsOf = (t: Translate): Column<Template>[] => [
  { key: 'title', only: 'card', card: 'title', cell: of => templateTitle(of, t) },
  {
    key: 'name',
    head: t('ui.name'),
    sort: 'name',
    only: 'table',
    card: 'hide',
    cell: of => <span className="row-link">{templateTitle(of, t)}</span>,
  },
  { key: 'category', head: t('rule.category'), sort: 'category', card: 'meta', cell: of => categoryOf(of, t) },
  { key: 'entity', head: t('role.madeAt'), card: 'meta', cell: of => placeOf(of, t) },
  { key: 'profiles', head: t('template.profiles'), wide: true, card: 'hide', cell: of => profilesOf(of, t) },
]

/** List of rule templates: built-in ones and those of users. */
export default function TemplateList() {
  const t = useText()
  const go = useGo()
  const may = useMay()
  const state = useListState(schema)
  const { query } = state
  const list = useList('templates', query, searchTemplates)
  const columns = useMemo(() => columnsOf(t), [t])
  const create = to('/rules/template/create')
  return (
    <>
      <PageHead
        title={t('nav.ruleTemplates')}
        actions={
          <>
            <ExportRows
              name={t('nav.ruleTemplates')}
              fetch={paging => searchTemplates({ ...query, ...paging })}
              cells={rows => [
                [t('ui.name'), t('rule.category'), t('role.madeAt'), t('template.profiles')],
                ...rows.map(row => [templateTitle(row, t), categoryOf(row, t), placeOf(row, t), profilesOf(row, t)]),
              ]}
            />
            {may('rulesTemplates.create') && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go(create)}>
                {t('ui.new')}
              </Button>
            )}
          </>
        }
      />
      <Filters label={t('ui.filters')}>
        <SearchFilter label={t('template.search')} value={query.search ?? ''} onChange={search => state.set({ search })} />
        <ChoiceFilter
          name={t('rule.category')}
          choices={RULE_TEMPLATES.map(one => ({ value: one, label: t(engineWords[one]) }))}
          value={query.category ? [query.category] : []}
          onChange={([one]) => state.set({ category: RULE_TEMPLATES.find(engine => engine === one) })}
        />
        {may('entities.read') && <EntityFilter value={query.entityId} onChange={entityId => state.set({ entityId })} />}
      </Filters>
      <Card flush>
        <DataList
          label={t('nav.ruleTemplates')}
          list={list}
          state={state}
          columns={columns}
          name={of => templateTitle(of, t)}
          href={of => to('/rules/template/{ruleTemplateId}/details', { ruleTemplateId: of.id })}
          empty={
            <Empty
              icon={<IconTemplate size={30} stroke={1.4} />}
              title={t('template.none')}
              action={
                may('rulesTemplates.create') && (
                  <Button size="xs" onClick={() => go(create)}>
                    {t('template.new')}
                  </Button>
                )
              }
            >
              {t('template.noneHint')}
            </Empty>
          }
          emptyFiltered={<EmptyFiltered filters={state.filters} reset={state.reset} />}
        />
      </Card>
    </>
  )
}
