import type { Translate } from '@steading/locales/text'
import { WasRefused } from '../../platform/api.ts'
import { confirm } from './dialogs.ts'

type Sent<T> = { readonly data: T } | { readonly refused: unknown; readonly message: string }

/**
 * Sends a change. Where the server asks first whether it is meant, for somebody would be told of alarms no more, its question is
 * put to the person, and a yes sends it again. undefined: the person backed out.
 */
export async function askedFirst<T>(send: (isConfirmed: boolean) => Promise<Sent<T>>, t: Translate): Promise<T | undefined> {
  let answer = await send(false)
  if ('refused' in answer && answer.refused === 'CONFIRM_LEAVING_ALARM_LISTS') {
    const isSure = await confirm({
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
