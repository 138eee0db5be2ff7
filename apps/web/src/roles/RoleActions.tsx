import { Button } from '@mantine/core'
import type { RoleDetails } from '@steading/contract/users/roles'
import { IconPencil } from '@tabler/icons-react'
import { to } from '../platform/navigation/paths.ts'
import { data } from '../platform/api/api.ts'
import { useWrite } from '../platform/api/useWrite.ts'
import { useMay } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { DeleteAction } from '../ui/page/DeleteAction.tsx'
import { calls, rolesChanged } from './roles.queries.ts'

/** Actions in the head of a role. The server refuses to delete a role in use. */
export function RoleActions({ of, edit }: { of: RoleDetails; edit: () => void }) {
  const sendRemove = useWrite(['roles', 'remove'], calls.remove)
  const t = useText()
  const may = useMay()
  if (!of.editable) return null
  return (
    <>
      {may('roles.delete') && (
        <DeleteAction
          name={of.name}
          failed={t('role.deleteFailed')}
          done={t('role.deleted')}
          remove={() => data(sendRemove({ params: { id: of.id } }))}
          leave={to('/system/roles')}
          onDeleted={() => rolesChanged(of.id)}
        />
      )}
      {may('roles.update') && (
        <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={edit}>
          {t('ui.edit')}
        </Button>
      )}
    </>
  )
}
