import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { ExportRows } from '../ui/list/ExportRows.tsx'
import { type EventQuery, searchEvents } from './events.queries.ts'
import { rowsOf } from './export.ts'

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
  return <ExportRows name={name} fetch={paging => search({ ...query, ...paging })} cells={rows => rowsOf(rows, t, zone)} />
}
