import { ActionIcon, Button } from '@mantine/core'
import type { InterfaceDetails } from '@steading/contract/interfaces'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { data } from '../platform/api.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { useGo } from '../ui/Link.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { confirm } from '../ui/overlay/dialogs.ts'
import { toast } from '../ui/overlay/toast.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import { calls, interfacesChanged } from './interfaces.queries.ts'

/** What can be done to a sensor or device from its head, each with its permission. */
export function InterfaceActions({ of, edit }: { of: InterfaceDetails; edit: () => void }) {
  const t = useText()
  const go = useGo()
  const may = useMay()
  const { busy, act } = useAct(t('entity.deleteFailed'))
  const remove = async () => {
    const isSure = await confirm({
      title: t('confirm.delete', { name: of.displayName }),
      text: t('interface.deleteHint'),
      yes: t('ui.delete'),
      no: t('ui.cancel'),
      danger: true,
    })
    if (!isSure) return
    await act(async () => {
      await data(calls.interfaces.remove({ params: { e: of.entity.id, t: of.terminal.id, i: of.id } }))
      toast(t('entity.deleted'), of.displayName)
      go(listHref('/system/interfaces'))
      await interfacesChanged(of.id)
    })
  }
  const mayEdit = may('interfaces.update') || may('interfaces.update_name') || may('interfaces.update_sector')
  return (
    <>
      {may('interfaces.delete') && (
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('ui.delete')}
          title={t('ui.delete')}
          data-busy={busy || undefined}
          onClick={() => void remove()}
        >
          <IconTrash size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
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
