import { PhoneNumber } from '@steading/contract/http/fields'
import type { TextKey } from '@steading/locales/text'

export const isPhone = (text: string): boolean => PhoneNumber.safeParse(text).success

/** Hint below a phone number: the expected form while it is invalid, then whether it cannot be called. */
export const phoneHint = (phone: string, isCallable: boolean | undefined): TextKey =>
  phone !== '' && !isPhone(phone) ? 'invalid.phone' : isCallable === false ? 'user.phoneDead' : 'user.phoneHint'
