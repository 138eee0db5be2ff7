import { PhoneNumber } from '@steading/contract/fields'
import type { TextKey } from '@steading/locales/text'

export const isPhone = (text: string): boolean => PhoneNumber.safeParse(text).success

/** What stands below a number: how one is written while it is none, then that it cannot be called, once that is known. */
export const phoneHint = (phone: string, isCallable: boolean | undefined): TextKey =>
  phone !== '' && !isPhone(phone) ? 'invalid.phone' : isCallable === false ? 'user.phoneDead' : 'user.phoneHint'
