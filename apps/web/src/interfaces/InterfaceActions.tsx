import { Button } from '@mantine/core'
import type { InterfaceDetails } from '@steading/contract/interfaces'
import { IconPencil } from '@tabler/icons-react'
import { data } from '../platform/api.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { DeleteAction } from '../ui/page/DeleteAction.tsx'
import { calls, interfacesChanged } from './interfaces.queries.ts'

/** What can be done to a sensor or device from its head, each with its permission. */
export function InterfaceActions({ of, edit }: { of: InterfaceDetails; edit: () => void }) {
  const t = useText()
  const may = useMay()
  const mayEdit = may('interfaces.update') || may('interfaces.update_name') || may('interfaces.update_sector')
  return (
    <>
      {may('interfaces.delete') && (
        <DeleteAction
          name={of.displayName}
          hint={t('interface.deleteHint')}
          failed={t('entity.deleteFailed')}
          done={t('entity.deleted')}
          remove={() => data(calls.interfaces.remove({ params: { e: of.entity.id, t: of.terminal.id, i: of.id } }))}
          leave={listHref('/system/interfaces')}
          gone={() => interfacesChanged(of.id)}
        />
      )}
      {mayEdit && (
        <Button
          variant={of.terminalInterfaceType === 'IN' ? 'filled' : 'default'}
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={edit}
        >
          {t('ui.edit')}
        </Button>
      )}
    </>
  )
}
