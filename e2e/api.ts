import { client } from '@steading/contract/http/client'
import { contracts } from '@steading/contract/contracts'
import type { Session } from '@steading/contract/users/sessions'
import { PATIENCE } from '../tools/testing/patience.ts'

/** The tenant, as the platform writes it into its page. */
async function tenantOf(url: string): Promise<string> {
  const page = await (await fetch(url)).text()
  const tenant = /<meta name="tenant" content="([^"]+)"/.exec(page)?.[1]
  if (tenant === undefined) throw new Error(`${url} names no tenant`)
  return tenant
}

/** The typed API of a running platform, as a demo person. */
export async function apiAs(url: string, name: string, password: string) {
  const tenant = await tenantOf(url)
  const wire = (session?: Session) => ({
    base: `${url}/services`,
    headers: () => ({ 'x-tenant': tenant, ...(session && { authorization: `Bearer ${session.sessionToken}` }) }),
  })
  const login = await client(contracts.sessions, wire()).login({ body: { email: `${name}@steading.example`, password } })
  const session = data(login)
  const of = <const K extends keyof typeof contracts>(key: K) => client<(typeof contracts)[K]>(contracts[key], wire(session))
  return { session, of }
}

/** The data of an answer that must not be a refusal. */
export function data<T>(answer: { readonly data: T } | { readonly refused: string }): T {
  if ('refused' in answer) throw new Error(`refused: ${answer.refused}`)
  return answer.data
}

/** Asks again until the answer satisfies; the last answer is in the message when time runs out. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T>,
  holds: (answer: T) => boolean,
  limit: number = PATIENCE.page,
): Promise<T> {
  let answer = await ask()
  for (const until = Date.now() + limit; !holds(answer); answer = await ask()) {
    if (Date.now() > until) throw new Error(`${what}: not within ${limit} ms; last ${JSON.stringify(answer)?.slice(0, 500)}`)
    await new Promise(resolve => setTimeout(resolve, 500))
  }
  return answer
}
