import { z } from 'zod'
import { COUNTRY_CODES } from '../users/countryCodes.ts'
import { EmailAddress, LabelledText, PhoneNumber } from '../http/fields.ts'

/** Mod 97 of ISO 13616: the check digits of an account number. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(text)) return false
  let rest = 0
  for (const character of text.slice(4) + text.slice(0, 4))
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}

const compact = (text: string) => text.replaceAll(/\s/g, '').toUpperCase()

/** Left blank or as the schema wants it. */
const optional = <S extends z.ZodType>(schema: S) =>
  z.union([z.literal('').transform(() => null), z.null(), schema]).default(null)

export const Country = z.enum(COUNTRY_CODES)

/** Who pays: of tenants alone. Everything may be left blank. */
export const Billing = z.strictObject({
  name: optional(LabelledText),
  email: optional(EmailAddress),
  fax: optional(PhoneNumber),
  phoneNumber: optional(PhoneNumber),
  addressLine1: optional(LabelledText),
  addressLine2: optional(LabelledText),
  postalCode: optional(z.string().trim().max(20)),
  city: optional(LabelledText),
  region: optional(LabelledText),
  vat: optional(z.string().trim().max(20)),
  iban: optional(z.string().transform(compact).pipe(z.string().max(34).refine(isIban, 'iban'))),
  bicSwiftIso9362: optional(
    z
      .string()
      .transform(compact)
      .pipe(z.string().regex(/^[A-Z]{6}[A-Z\d]{2}([A-Z\d]{3})?$/, 'bic')),
  ),
  /** ISO 3166 alpha-3. */
  country: optional(Country),
})
export type Billing = z.infer<typeof Billing>
