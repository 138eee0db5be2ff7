import type { CountryCode } from '@steading/contract/users/countryCodes'
import { EmailAddress, PhoneNumber } from '@steading/contract/http/fields'
import type { ActionConfiguration, Channel } from '@steading/contract/events/outbox'
import type { Translate } from '@steading/locales/text'
import { phoneOf } from '../ui/form/input/phones.ts'

/** Addresses and numbers of people without an account, as they are typed. */

const read = (type: Channel, one: string): string | undefined =>
  (type === 'MAIL' ? EmailAddress : PhoneNumber).safeParse(one).data

/** Whether a channel takes it as it is. */
export const isContact = (type: Channel, one: string): boolean => read(type, one) !== undefined

/**
 * What was typed, with commas or line ends between them: an address as it is, a number with its dial code unless it brings one.
 * What is neither comes as it was typed, so that it can be corrected.
 */
export const contactsIn = (type: Channel, text: string, country: CountryCode): string[] =>
  text
    .split(/[,;\n]/)
    .map(one => one.trim())
    .filter(one => one !== '')
    .map(one => read(type, type === 'MAIL' ? one : phoneOf({ country, number: one })) ?? one)

export const wrongContact = (type: Channel, wrong: readonly string[], t: Translate): string =>
  t(type === 'MAIL' ? 'rule.told.noAddress' : 'rule.told.noNumber', { contact: wrong.join(', ') })

/** What stands among the contacts of a channel that is on, and reaches nobody; `field` is the path below the channels. */
export const contactProblems = (actions: readonly ActionConfiguration[], t: Translate) =>
  actions.flatMap(({ type, status, properties }, at) => {
    const wrong = status === 'ACTIVE' ? properties.contactsList.filter(one => !isContact(type, one)) : []
    return wrong.length > 0 ? [{ field: `${at}.properties.contactsList`, words: wrongContact(type, wrong, t) }] : []
  })

/** Whether the contract names one contact as wrong: `contactProblems` says it in words that quote it. */
export const isContactField = (field: string): boolean => /\.contactsList\.\d+$/.test(field)
