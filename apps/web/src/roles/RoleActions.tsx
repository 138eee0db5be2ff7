import { ActionIcon, Button } from '@mantine/core'
import type { RoleDetails } from '@steading/contract/roles'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { to } from '../app/index.ts'
import { data } from '../platform/api.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { useGo } from '../ui/Link.tsx'
import { confirm } from '../ui/overlay/dialogs.ts'
import { toast } from '../ui/overlay/toast.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import { calls, rolesChanged } from './roles.queries.ts'

/** What can be done to a role from its head. One that somebody has is not deleted: the server says why. */
export function RoleActions({ of, edit }: { of: RoleDetails; edit: () => void }) {
  const t = useText()
  const go = useGo()
  const may = useMay()
  const { busy, act } = useAct(t('role.deleteFailed'))
  if (!of.editable) return null
  const remove = async () => {
    const isSure = await confirm({
      title: t('confirm.delete', { name: of.name }),
      yes: t('ui.delete'),
      no: t('ui.cancel'),
      danger: true,
    })
    if (!isSure) return
    await act(async () => {
      await data(calls.remove({ params: { id: of.id } }))
      toast(t('role.deleted'), of.name)
      go(to('/system/roles'))
      await rolesChanged(of.id)
    })
  }
  return (
    <>
      {may('roles.delete') && (
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
      {may('roles.update') && (
        <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={edit}>
          {t('ui.edit')}
        </Button>
      )}
    </>
  )
}
