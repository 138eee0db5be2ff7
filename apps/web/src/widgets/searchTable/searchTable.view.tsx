import type { Permission } from '@steading/contract/users/permissions'
import { hiddenColumns, type TableSubject } from '@steading/contract/widgets/types/data/searchTable'
import type { TextKey } from '@steading/locales/text'
import { IconLock } from '@tabler/icons-react'
import { LazyBatchSearch } from '../../batches/index.ts'
import { LazyEventSearch } from '../../events/index.ts'
import { LazyInterfaceSearch } from '../../interfaces/index.ts'
import { pollEvery } from '../../platform/api/queries.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { LazyRuleSearch } from '../../rules/index.ts'
import { LazyTaskSearch } from '../../tasks/index.ts'
import { LazyTerminalSearch } from '../../terminals/index.ts'
import type { LazyComponent } from '../../ui/lazy/lazyComponent.tsx'
import type { SearchListFilter } from '../../ui/list/table/SearchList.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { PublicRows } from './PublicRows.tsx'
import { useSource } from '../source/useSource.ts'
import type { WidgetProps } from '../view.ts'
import { Widget } from '../Widget.tsx'
import { WidgetNote } from '../WidgetNote.tsx'
import './searchTable.css'

interface SubjectTable {
  readonly word: TextKey
  /** Any one of them. */
  readonly permission: readonly Permission[]
  readonly list: LazyComponent<SearchListFilter>
  /** It is fetched anew so often (ms); left out: as lists are. */
  readonly every?: number
}

/** What a table can show. */
const tables: Readonly<Record<TableSubject, SubjectTable>> = {
  EVENTS: { word: 'nav.events', permission: ['events.read'], list: LazyEventSearch },
  TASKS: { word: 'nav.tasks', permission: ['tasks.read'], list: LazyTaskSearch, every: 30_000 },
  RULES: { word: 'nav.rules', permission: ['rules.read', 'rules.alarms', 'rules.scheduler'], list: LazyRuleSearch },
  INTERFACES: { word: 'interface.many', permission: ['interfaces.read'], list: LazyInterfaceSearch },
  TERMINALS: { word: 'terminal.many', permission: ['terminals.read'], list: LazyTerminalSearch },
  BATCHES: { word: 'batch.many', permission: ['batches.read'], list: LazyBatchSearch },
}

/** SIMPLE_SEARCH_TABLE: a list of the platform in a small form. */
export default function SearchTableView({ widget, configs }: WidgetProps<'SIMPLE_SEARCH_TABLE'>) {
  const t = useText()
  const may = useMay()
  const source = useSource()
  const { subject, title, entityId, search, status } = configs
  const table = tables[subject]
  const name = title ?? t(table.word)
  const hidden = hiddenColumns(configs)
  if (source.table)
    return (
      <Widget name={name} flush>
        <PublicRows
          name={name}
          query={{ ...source.table(widget), ...(table.every !== undefined && { refetchInterval: table.every }) }}
          hiddenColumns={hidden}
        />
      </Widget>
    )
  if (!may(table.permission))
    return (
      <Widget name={name}>
        <WidgetNote icon={<IconLock size={18} aria-hidden />}>{t('failures.NOT_ALLOWED')}</WidgetNote>
      </Widget>
    )
  const { list: List, every = pollEvery } = table
  return (
    <Widget name={name} flush>
      <List
        key={`${entityId} ${search} ${status}`}
        entityId={entityId}
        search={search}
        status={status === 'ALL' ? undefined : status}
        hiddenColumns={hidden}
        every={every}
        waiting={<Skeletons rows={3} />}
      />
    </Widget>
  )
}
