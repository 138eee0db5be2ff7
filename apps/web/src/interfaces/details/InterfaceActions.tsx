import { Button } from '@mantine/core'
import type { InterfaceDetails } from '@steading/contract/devices/interfaces'
import { IconPencil } from '@tabler/icons-react'
import { data } from '../../platform/api/api.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { listHref } from '../../ui/list/useListState.ts'
import { DeleteAction } from '../../ui/page/DeleteAction.tsx'
import { calls, interfacesChanged } from '../interfaces.queries.ts'

/** What can be done to a sensor or device from its head, each with its permission. */
export function InterfaceActions({ interface: iface, edit }: { interface: InterfaceDetails; edit: () => void }) {
  const sendRemove = useWrite(['interfaces', 'remove'], calls.interfaces.remove)
  const t = useText()
  const may = useMay()
  const mayEdit = may('interfaces.update') || may('interfaces.update_name') || may('interfaces.update_sector')
  return (
    <>
      {may('interfaces.delete') && (
        <DeleteAction
          name={iface.displayName}
          hint={t('interface.deleteHint')}
          failed={t('entity.deleteFailed')}
          done={t('entity.deleted')}
          remove={() => data(sendRemove({ params: { e: iface.entity.id, t: iface.terminal.id, i: iface.id } }))}
          leave={listHref('/system/interfaces')}
          onDeleted={() => interfacesChanged(iface.id)}
        />
      )}
      {mayEdit && (
        <Button
          variant={iface.terminalInterfaceType === 'IN' ? 'filled' : 'default'}
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={edit}
        >
          {t('ui.edit')}
        </Button>
      )}
    </>
  )
}
