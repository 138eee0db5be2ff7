import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useText } from '../../platform/texts.tsx'
import { useGo } from '../Link.tsx'
import { confirmDialog, alertDialog } from '../overlay/dialogs.ts'
import { toast } from '../overlay/toast.ts'
import { useAsyncAction } from '../overlay/useAsyncAction.ts'

/** Deletes a thing from the head of its page: asks first, says when it is done and leads away; what refuses it is told. */
export function DeleteAction({
  name,
  hint,
  failed,
  done,
  refused,
  remove,
  leave,
  onDeleted,
}: {
  name: string
  /** What else goes, or stays; looked up once somebody asks. */
  hint?: string | (() => Promise<string | undefined>)
  /** The sentences for both ends. */
  failed: string
  done: string
  /** What keeps it from being deleted, where that is known: then there is nothing to ask. */
  refused?: string | undefined
  /** false: the person backed out. */
  remove: () => Promise<unknown>
  /** The page where one goes on. */
  leave: string
  /** Forgets what is shown of it elsewhere. */
  onDeleted: () => Promise<unknown>
}) {
  const t = useText()
  const go = useGo()
  const { busy, run } = useAsyncAction(failed)
  const ask = async () => {
    if (refused !== undefined) return alertDialog({ title: failed, text: refused, yes: t('ui.close') })
    let text = typeof hint === 'string' ? hint : undefined
    if (typeof hint === 'function' && !(await run(async () => void (text = await hint())))) return
    const isSure = await confirmDialog({
      title: t('confirm.delete', { name }),
      ...(text && { text }),
      yes: t('ui.delete'),
      no: t('ui.cancel'),
      danger: true,
    })
    if (!isSure) return
    await run(async () => {
      if ((await remove()) === false) return
      toast(done, name)
      go(leave)
      await onDeleted()
    })
  }
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={t('ui.delete')}
      title={t('ui.delete')}
      data-busy={busy || undefined}
      onClick={() => void ask()}
    >
      <IconTrash size={17} stroke={1.7} aria-hidden />
    </ActionIcon>
  )
}
