import { Button } from '@mantine/core'
import { APPROVAL_STATUSES, type TaskTemplate } from '@steading/contract/tasks/taskTemplates'
import type { Cell } from '@steading/locales/csv'
import { missing } from '@steading/locales/format'
import { speciesName } from '@steading/locales/production'
import type { Translate } from '@steading/locales/text'
import { IconListCheck, IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { EntityFilter, PlaceLink } from '../entities/index.ts'
import { to } from '../platform/navigation/paths.ts'
import { useMay } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { useGo } from '../ui/Link.tsx'
import { ExportRows } from '../ui/list/export/ExportRows.tsx'
import { ChoiceFilter, EmptyFiltered, Filters, SearchFilter } from '../ui/list/filter/Filters.tsx'
import { type Column, DataList } from '../ui/list/table/DataList.tsx'
import { useList } from '../ui/list/useList.ts'
import { useListState } from '../ui/list/useListState.ts'
import { SeverityMark, severityWord } from '../ui/marks/SeverityMark.tsx'
import { StatusPill } from '../ui/marks/StatusPill.tsx'
import { Card } from '../ui/page/Card.tsx'
import { PageHead } from '../ui/page/head/PageHead.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { listSchema, searchTemplates } from './templates.queries.ts'
import { approvalTone, approvalWord, assignedText, triggerText } from './templateWords.ts'

const speciesText = ({ species }: TaskTemplate, t: Translate): string =>
  species === null ? t('taskTemplate.everySpecies') : speciesName(species, t)

const columnsOf = (t: Translate): readonly Column<TaskTemplate>[] => [
  { key: 'cardTitle', only: 'card', card: 'title', cell: template => template.displayName },
  {
    key: 'name',
    head: t('ui.name'),
    sort: 'displayName',
    only: 'table',
    card: 'hide',
    cell: template => <span className="row-link">{template.displayName}</span>,
  },
  { key: 'trigger', head: t('taskTemplate.trigger'), card: 'meta', cell: template => triggerText(template.trigger, t) },
  {
    key: 'place',
    head: t('entity.generic'),
    only: 'table',
    card: 'hide',
    cell: template => <PlaceLink entity={template.entity} />,
  },
  // A card is one link already.
  { key: 'where', only: 'card', card: 'meta', cell: template => template.entity.displayName },
  { key: 'species', head: t('species.one'), wide: true, card: 'hide', cell: template => speciesText(template, t) },
  {
    key: 'assigned',
    head: t('task.assignee'),
    wide: true,
    card: 'hide',
    cell: template => assignedText(template) || <span className="dim">{missing}</span>,
  },
  {
    key: 'priority',
    head: t('task.priority'),
    only: 'table',
    card: 'hide',
    cell: template => <SeverityMark level={template.priority} word />,
  },
  {
    key: 'status',
    head: t('event.status.label'),
    card: 'end',
    cell: ({ approvalStatus }) => <StatusPill tone={approvalTone[approvalStatus]}>{t(approvalWord[approvalStatus])}</StatusPill>,
  },
]

const rowsOf = (rows: readonly TaskTemplate[], t: Translate): readonly (readonly Cell[])[] => [
  [
    t('ui.name'),
    t('taskTemplate.trigger'),
    `${t('taskTemplate.dueAfter')} (h)`,
    t('entity.generic'),
    t('species.one'),
    t('task.assignee'),
    t('task.priority'),
    t('event.status.label'),
    t('task.checklist'),
  ],
  ...rows.map(template => [
    template.displayName,
    triggerText(template.trigger, t),
    template.dueAfter,
    template.entity.displayName,
    speciesText(template, t),
    assignedText(template),
    t(severityWord[template.priority]),
    t(approvalWord[template.approvalStatus]),
    template.checklist.join(' · '),
  ]),
]

/** The templates that make tasks, the latest first. */
export default function TemplateList() {
  const t = useText()
  const go = useGo()
  const may = useMay()
  const state = useListState(listSchema)
  const { query } = state
  const list = useList('taskTemplates', query, searchTemplates)
  const columns = useMemo(() => columnsOf(t), [t])
  const create = may('tasks.create') && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go(to('/tasks/templates/create'))}>
      {t('taskTemplate.new')}
    </Button>
  )
  return (
    <>
      <PageHead
        title={t('nav.taskTemplates')}
        actions={
          <>
            <ExportRows
              name={t('nav.taskTemplates')}
              fetch={paging => searchTemplates({ ...query, ...paging })}
              cells={rows => rowsOf(rows, t)}
            />
            {create}
          </>
        }
      />
      <Filters label={t('ui.filters')}>
        <SearchFilter
          label={t('taskTemplate.search')}
          value={query.search ?? ''}
          onChange={text => state.set({ search: text || undefined })}
        />
        <ChoiceFilter
          many
          name={t('event.status.label')}
          choices={APPROVAL_STATUSES.map(value => ({ value, label: t(approvalWord[value]) }))}
          value={query.approvalStatus ?? []}
          onChange={chosen => {
            const found = APPROVAL_STATUSES.filter(value => chosen.includes(value))
            state.set({ approvalStatus: found.length > 0 ? found : undefined })
          }}
        />
        {may('entities.read') && <EntityFilter value={query.entityId} onChange={entityId => state.set({ entityId })} />}
      </Filters>
      <Card flush>
        <DataList
          label={t('nav.taskTemplates')}
          list={list}
          state={state}
          columns={columns}
          name={template => template.displayName}
          href={template => to('/tasks/templates/details/{taskTemplateId}', { taskTemplateId: template.id })}
          empty={
            <Empty icon={<IconListCheck size={30} stroke={1.4} />} title={t('taskTemplate.none')} action={create}>
              {t('taskTemplate.noneHint')}
            </Empty>
          }
          emptyFiltered={<EmptyFiltered filters={state.filters} reset={state.reset} />}
        />
      </Card>
    </>
  )
}
