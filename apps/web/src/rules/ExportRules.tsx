import { type RuleKind, rules } from '@steading/contract/rules'
import { data } from '../platform/api.ts'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { ExportRows } from '../ui/list/ExportRows.tsx'
import { useListState } from '../ui/list/useListState.ts'
import { rowsOf } from './export.ts'
import { calls } from './rules.queries.ts'
import { kinds } from './words.ts'

/** The rules of a kind that the filters of the list leave, as a file. */
export function ExportRules({ kind }: { kind: RuleKind }) {
  const t = useText()
  const zone = useZone()
  const { query } = useListState(rules.search.query)
  return (
    <ExportRows
      name={t(kinds[kind].title)}
      fetch={paging => data(calls.rules.search({ query: { ...query, ...paging, kind } }))}
      cells={found => rowsOf(found, t, zone)}
    />
  )
}
