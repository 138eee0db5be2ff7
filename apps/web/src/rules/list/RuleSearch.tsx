import { rules } from '@steading/contract/rules/rules'
import { useMemo } from 'react'
import { data } from '../../platform/api/api.ts'
import { useText } from '../../platform/texts.tsx'
import { SEARCH_LIST_SIZE, SearchList, type SearchListFilter } from '../../ui/list/table/SearchList.tsx'
import { useList } from '../../ui/list/useList.ts'
import { useInnerList } from '../../ui/list/useListState.ts'
import { calls } from '../rules.queries.ts'
import { ruleHref } from '../words.ts'
import { columnsOf } from './columns.tsx'

const noResults = new Map<string, null>()

/** Rules of every kind in a small place. */
export default function RuleSearch({ entityId, search, every, hiddenColumns }: SearchListFilter) {
  const t = useText()
  const state = useInnerList(rules.search.query, { itemsPerPage: SEARCH_LIST_SIZE, search })
  const query = useMemo(() => ({ ...state.query, entityId }), [state.query, entityId])
  const columns = useMemo(() => columnsOf(t, { results: noResults, ofOneBox: false }), [t])
  return (
    <SearchList
      label={t('nav.rules')}
      word={t('rule.search')}
      text={state.query.search ?? ''}
      onText={text => state.set({ search: text || undefined })}
      list={useList('rules', query, (asked, signal) => data(calls.rules.search({ query: asked }, { signal })), every)}
      state={state}
      hiddenColumns={hiddenColumns}
      columns={columns}
      name={rule => rule.displayName}
      href={ruleHref}
    />
  )
}
