import { Button } from '@mantine/core'
import type { RoleDetails } from '@steading/contract/roles'
import { IconPencil } from '@tabler/icons-react'
import { to } from '../app/index.ts'
import { data } from '../platform/api.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { DeleteAction } from '../ui/page/DeleteAction.tsx'
import { calls, rolesChanged } from './roles.queries.ts'

/** What can be done to a role from its head. One that somebody has is not deleted: the server says why. */
export function RoleActions({ of, edit }: { of: RoleDetails; edit: () => void }) {
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
          remove={() => data(calls.remove({ params: { id: of.id } }))}
          leave={to('/system/roles')}
          gone={() => rolesChanged(of.id)}
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
