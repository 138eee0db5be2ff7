import type { TextKey } from '@steading/locales/text'

/** The least characters of a password. */
export const leastCharacters = 6

export interface PasswordRule {
  readonly word: TextKey
  readonly isMet: (password: string) => boolean
}

/** What the contract asks of a password, one by one, so that a form can say which are met. */
export const passwordRules: readonly PasswordRule[] = [
  { word: 'password.length', isMet: password => password.length >= leastCharacters },
  { word: 'password.lower', isMet: password => /\p{Ll}/u.test(password) },
  { word: 'password.upper', isMet: password => /\p{Lu}/u.test(password) },
  { word: 'password.digit', isMet: password => /\d/.test(password) },
  { word: 'password.special', isMet: password => /[^\p{L}\d]/u.test(password) },
]
