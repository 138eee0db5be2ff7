import type { terminals } from '@steading/contract/terminals'
import { csvTime } from '@steading/locales/csv'
import type { z } from 'zod'
import { data } from '../platform/api.ts'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { ExportRows } from '../ui/list/ExportRows.tsx'
import { provisionStates } from './marks.tsx'
import { calls } from './terminals.queries.ts'

/** Everything that the filters leave, as a file; times in the person's zone. */
export function ExportTerminals({ query }: { query: z.output<typeof terminals.search.query> }) {
  const t = useText()
  const zone = useZone()
  const head = [
    ...[t('ui.name'), t('terminal.place'), t('terminal.provision'), t('terminal.connection'), t('terminal.lastContact')],
    ...[t('terminal.profile'), t('interface.many')],
  ]
  return (
    <ExportRows
      name={t('terminal.many')}
      fetch={paging => data(calls.search({ query: { ...query, ...paging } }))}
      cells={rows => [
        head,
        ...rows.map(of => [
          of.displayName,
          of.rootEntity.displayName,
          t(provisionStates[of.provisionStatus].word),
          t(of.connected ? 'terminal.connected' : 'terminal.notConnected'),
          csvTime(of.lastCommunicationTimestampUtc, zone, t),
          of.profile,
          of.interfaceCount,
        ]),
      ]}
    />
  )
}
