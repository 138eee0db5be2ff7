import { createHash } from 'node:crypto'
import type { Provided, Provider } from './provider.ts'
import type { ProviderAddress } from './provider-address.ts'
import { basic, mustBeTaken, post } from './provider-http.ts'

/** A gateway of one's own: JSON with a key, which it takes once. */
export function webhook(channel: Provided, { url, user, password }: ProviderAddress): Provider {
  const place = new URL(url)
  const secrets = [user, password, ...(place.search ? [place.search.slice(1), ...place.searchParams.values()] : [])]
  return {
    keyed: true,
    async send({ to, text, language, key: name, link }) {
      // Names of the platform's own hold addresses: nobody else needs them.
      const key = createHash('sha256').update(name).digest('hex').slice(0, 40)
      const headers = {
        'content-type': 'application/json',
        'idempotency-key': key,
        ...((user || password) && { authorization: basic(user, password) }),
      }
      const body = JSON.stringify({ channel, to, text, language, key, ...(link !== null && { link }) })
      const answer = await post(place, headers, body)
      mustBeTaken(answer, '', secrets)
      return key
    },
    // Only who was called knows where a key press goes.
    isFrom: () => true,
  }
}
