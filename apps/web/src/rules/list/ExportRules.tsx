import { type RuleKind, rules } from '@steading/contract/rules/rules'
import { data } from '../../platform/api/api.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { ExportRows } from '../../ui/list/export/ExportRows.tsx'
import { useListState } from '../../ui/list/useListState.ts'
import { exportRows } from './exportRows.ts'
import { calls } from '../rules.queries.ts'
import { kinds } from '../words.ts'

/** Exports the filtered rules of a kind as a file. */
export function ExportRules({ kind }: { kind: RuleKind }) {
  const t = useText()
  const zone = useZone()
  const { query } = useListState(rules.search.query)
  return (
    <ExportRows
      name={t(kinds[kind].title)}
      fetch={paging => data(calls.rules.search({ query: { ...query, ...paging, kind } }))}
      cells={found => exportRows(found, t, zone)}
    />
  )
}
