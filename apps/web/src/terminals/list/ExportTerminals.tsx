import type { terminals } from '@steading/contract/devices/terminals'
import { csvTime } from '@steading/locales/csv'
import type { z } from 'zod'
import { data } from '../../platform/api/api.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { ExportRows } from '../../ui/list/export/ExportRows.tsx'
import { provisionStates } from './terminalStatus.tsx'
import { calls } from '../terminals.queries.ts'

/** Exports the filtered list; times in the zone of the user. */
export function ExportTerminals({ query }: { query: z.output<typeof terminals.search.query> }) {
  const t = useText()
  const zone = useZone()
  const head = [
    t('ui.name'),
    t('terminal.place'),
    t('terminal.provision'),
    t('terminal.connection'),
    t('terminal.lastContact'),
    t('terminal.profile'),
    t('interface.many'),
  ]
  return (
    <ExportRows
      name={t('terminal.many')}
      fetch={paging => data(calls.search({ query: { ...query, ...paging } }))}
      cells={rows => [
        head,
        ...rows.map(row => [
          row.displayName,
          row.rootEntity.displayName,
          t(provisionStates[row.provisionStatus].word),
          t(row.connected ? 'terminal.connected' : 'terminal.notConnected'),
          csvTime(row.lastCommunicationTimestampUtc, zone, t),
          row.profile,
          row.interfaceCount,
        ]),
      ]}
    />
  )
}
