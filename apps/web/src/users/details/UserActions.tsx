import { Button } from '@mantine/core'
import { EditUser, type UserDetails } from '@steading/contract/users/users'
import { IconMail, IconPencil, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { to } from '../../platform/navigation/paths.ts'
import { data } from '../../platform/api/api.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { useMay, useSignedIn } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { askedFirst } from '../../ui/overlay/askedFirst.ts'
import { confirmDialog } from '../../ui/overlay/dialogs.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { DeleteAction } from '../../ui/page/DeleteAction.tsx'
import { toFormValues, toRequest } from '../form/userForm.ts'
import { calls, rulesNaming, userQuery, usersChanged } from '../users.queries.ts'

/** What can be done to a person from the head of their page; nobody locks out or deletes themselves here. */
export function UserActions({ of, edit }: { of: UserDetails; edit: () => void }) {
  const sendRemove = useWrite(['users', 'remove'], calls.remove)
  const sendInvite = useWrite(['users', 'invite'], calls.invite)
  const sendEdit = useWrite(['users', 'edit'], calls.edit)
  const t = useText()
  const may = useMay()
  const { userId } = useSignedIn()
  const change = useAsyncAction(t('form.saveFailed'))
  const invitation = useAsyncAction(t('user.inviteFailed'))
  const id = of.userId
  const isActive = of.status === 'ACTIVE'
  const isOther = id !== userId
  const mayEdit = of.editable && may('users.update')
  const toggleStatus = async () => {
    const isSure =
      !isActive ||
      (await confirmDialog({
        title: t('user.disableAsk', { name: of.displayName }),
        text: t('user.disableHint'),
        yes: t('user.disable'),
        no: t('ui.cancel'),
        danger: true,
      }))
    if (!isSure) return
    await change.run(async () => {
      const { body } = toRequest({ ...toFormValues(of), status: isActive ? ('INACTIVE' as const) : ('ACTIVE' as const) })
      const send = (isConfirmed: boolean) =>
        sendEdit({ params: { id }, query: { confirm: isConfirmed }, body: EditUser.parse(body), files: [] })
      const fresh = await askedFirst(send, t)
      if (!fresh) return
      queryClient.setQueryData(userQuery(id).queryKey, fresh)
      await usersChanged()
      toast(t('state.saved'), fresh.displayName)
    })
  }
  const named = async () => {
    const { count, alone } = await rulesNaming(id)
    if (count === 0) return undefined
    return [t('user.namedByRules', { count }), ...(alone > 0 ? [t('user.namedAlone', { count: alone })] : [])].join(' ')
  }
  const invite = () =>
    invitation.run(async () => {
      await data(sendInvite({ params: { id } }))
      toast(t('user.invited', { email: of.email }))
    })
  return (
    <>
      {isOther && of.editable && may('users.delete') && (
        <DeleteAction
          name={of.displayName}
          {...(may('rules.read') && { hint: named })}
          failed={t('user.deleteFailed')}
          done={t('user.deleted')}
          remove={async () =>
            (await askedFirst(isConfirmed => sendRemove({ params: { id }, query: { confirm: isConfirmed } }), t)) ?? false
          }
          leave={to('/system/users')}
          onDeleted={() => usersChanged(id)}
        />
      )}
      {mayEdit && isActive && !of.activated && (
        <Button
          variant="default"
          leftSection={<IconMail size={16} aria-hidden />}
          data-busy={invitation.busy || undefined}
          onClick={() => void invite()}
        >
          {t('user.invite')}
        </Button>
      )}
      {mayEdit && isOther && (
        <Button
          variant="default"
          leftSection={isActive ? <IconUserOff size={16} aria-hidden /> : <IconUserCheck size={16} aria-hidden />}
          data-busy={change.busy || undefined}
          onClick={() => void toggleStatus()}
        >
          {t(isActive ? 'user.disable' : 'user.enable')}
        </Button>
      )}
      {mayEdit && (
        <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={edit}>
          {t('ui.edit')}
        </Button>
      )}
    </>
  )
}
