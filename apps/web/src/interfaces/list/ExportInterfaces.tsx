import type { interfaces } from '@steading/contract/devices/interfaces'
import { csvTime } from '@steading/locales/csv'
import type { z } from 'zod'
import { data } from '../../platform/api/api.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { ExportRows } from '../../ui/list/export/ExportRows.tsx'
import { calls } from '../interfaces.queries.ts'
import { categoryName, directionName, valueWords } from '../words.ts'

/** Everything that the filters leave, as a file, with what was measured last; times in the person's zone. */
export function ExportInterfaces({ query }: { query: z.output<typeof interfaces.search.query> }) {
  const t = useText()
  const zone = useZone()
  const head = [
    t('ui.name'),
    t('terminal.place'),
    t('terminal.one'),
    t('interface.category'),
    t('interface.direction'),
    t('interface.value'),
    t('reading.one'),
  ]
  return (
    <ExportRows
      name={t('interface.many')}
      fetch={paging => data(calls.interfaces.search({ query: { ...query, ...paging } }))}
      cells={rows => [
        head,
        ...rows.map(iface => [
          iface.displayName,
          iface.entity.displayName,
          iface.terminal.displayName,
          categoryName(iface.category, t),
          directionName(iface.terminalInterfaceType, t),
          iface.lastConvertedReading === null ? '' : valueWords(iface, iface.lastConvertedReading, t),
          csvTime(iface.lastReadingTimestampUtc, zone, t),
        ]),
      ]}
    />
  )
}
