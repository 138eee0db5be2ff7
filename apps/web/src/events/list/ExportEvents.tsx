import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { ExportRows } from '../../ui/list/export/ExportRows.tsx'
import { type EventQuery, searchEvents } from '../events.queries.ts'
import { exportRows } from './exportRows.ts'

/** Everything that the filters leave, as a file. */
export function ExportEvents({
  name,
  query,
  search = searchEvents,
}: {
  name: string
  query: EventQuery
  search?: typeof searchEvents
}) {
  const t = useText()
  const zone = useZone()
  return <ExportRows name={name} fetch={paging => search({ ...query, ...paging })} cells={rows => exportRows(rows, t, zone)} />
}
