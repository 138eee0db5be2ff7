import type { Translate } from '@steading/locales/text'
import { WasRefused } from '../../platform/api/api.ts'
import { confirmDialog } from './dialogs.ts'

type Sent<T> = { readonly data: T } | { readonly refused: unknown; readonly message: string }

/**
 * Sends a change. If the server asks for confirmation, because somebody would no longer be notified of alarms, shows its question
 * and sends again after a yes. Undefined if the user cancels.
 */
export async function askedFirst<T>(send: (isConfirmed: boolean) => Promise<Sent<T>>, t: Translate): Promise<T | undefined> {
  let answer = await send(false)
  if ('refused' in answer && answer.refused === 'CONFIRM_LEAVING_ALARM_LISTS') {
    const isSure = await confirmDialog({
      title: t('confirm.leaveLists'),
      text: answer.message,
      yes: t('confirm.goOn'),
      no: t('ui.cancel'),
      danger: true,
    })
    if (!isSure) return undefined
    answer = await send(true)
  }
  if ('refused' in answer) throw new WasRefused(String(answer.refused), answer.message)
  return answer.data
}
