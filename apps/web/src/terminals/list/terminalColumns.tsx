import type { Terminal } from '@steading/contract/devices/terminals'
import { number } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { to } from '../../platform/navigation/paths.ts'
import { useMay } from '../../platform/session/session.ts'
import type { Column } from '../../ui/list/table/DataList.tsx'
import { nameColumns } from '../../ui/list/table/nameColumns.tsx'
import { Age } from '../../ui/page/time/Age.tsx'
import { Connection, ProvisionPill } from './terminalStatus.tsx'

/** The columns of a list of terminals. */
export const columnsOf = (t: Translate, areRetired: boolean): Column<Terminal>[] => [
  { key: 'lead', only: 'card', card: 'lead', cell: row => <Connection connected={row.connected} mute /> },
  ...nameColumns<Terminal>(t('ui.name'), row => row.rootEntity.displayName),
  {
    key: 'status',
    head: t('terminal.provision'),
    sort: 'provisionStatus',
    card: 'meta',
    cell: row => <ProvisionPill status={areRetired ? 'RETIRED' : row.provisionStatus} />,
  },
  {
    key: 'connected',
    head: t('terminal.connection'),
    only: 'table',
    card: 'hide',
    cell: row => <Connection connected={row.connected} />,
  },
  {
    key: 'contact',
    head: t('terminal.lastContact'),
    sort: 'lastCommunicationTimestampUtc',
    card: 'end',
    cell: row => <Age at={row.lastCommunicationTimestampUtc} />,
  },
  { key: 'profile', head: t('terminal.profile'), wide: true, card: 'hide', cell: row => row.profile },
  {
    key: 'interfaces',
    head: t('interface.many'),
    right: true,
    wide: true,
    only: 'table',
    card: 'hide',
    cell: row => number(row.interfaceCount, t),
  },
]

/** The page of a terminal that this person may see. */
export function useTerminalPage(): (terminalId: string) => string {
  const may = useMay()
  const page = may('terminals.read_details') ? '/system/terminals/details/{terminalId}' : '/system/terminals/{terminalId}'
  return terminalId => to(page, { terminalId })
}
