import { z } from 'zod'
import { Country } from '../production/billing.ts'
import { routes } from '../http/route.ts'

export const DialCode = z.object({
  /** ISO 3166-1 alpha-3. */
  countryCodeA3: Country,
  /** In the caller's language. */
  country: z.string(),
  /** With its plus, as ITU E.164 has it. */
  dialCode: z.string(),
})

export const dials = routes({
  codes: {
    method: 'GET',
    path: '/dial-codes',
    summary: "Dial codes by country; the one that the caller's address suggests, else that of Portugal",
    access: 'open',
    reply: z.object({ suggested: DialCode, dialCodes: z.array(DialCode) }),
  },
})
