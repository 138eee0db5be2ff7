import { createHash } from 'node:crypto'
import type { Provider } from './provider.ts'
import type { ProviderChannel, ProviderAddress } from '../../platform/config/providerAddress.ts'
import { basicAuth, requireAccepted, post } from './providerHttp.ts'

/** A custom gateway: JSON with an idempotency key. */
export function createWebhook(channel: ProviderChannel, { url, user, password }: ProviderAddress): Provider {
  const endpoint = new URL(url)
  const secrets = [user, password, ...(endpoint.search ? [endpoint.search.slice(1), ...endpoint.searchParams.values()] : [])]
  return {
    isIdempotent: true,
    async send({ to, text, language, key: name, link }) {
      // Internal keys contain addresses, so the gateway gets a hash.
      const key = createHash('sha256').update(name).digest('hex').slice(0, 40)
      const headers = {
        'content-type': 'application/json',
        'idempotency-key': key,
        ...((user || password) && { authorization: basicAuth(user, password) }),
      }
      const body = JSON.stringify({ channel, to, text, language, key, ...(link !== null && { link }) })
      const answer = await post(endpoint, headers, body)
      requireAccepted(answer, '', secrets)
      return key
    },
    // No signature: the URL of a callback is secret and known to the gateway only.
    isAuthentic: () => true,
  }
}
