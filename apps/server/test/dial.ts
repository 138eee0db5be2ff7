import http from 'node:http'
import { PASSWORD } from './farm.ts'
import type { Farm } from './farm.ts'

export interface Dialled {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
}

/** Signs in from another address of this machine, with more headers when given. */
export const loginFrom = (
  farm: Farm,
  localAddress: string,
  email: string,
  password = PASSWORD,
  more: Readonly<Record<string, string>> = {},
) =>
  new Promise<Dialled>((done, fail) => {
    const headers = { 'content-type': 'application/json', 'x-tenant': '1', ...more }
    const call = http.request(`${farm.url}/services/auth`, { method: 'POST', localAddress, headers }, answer => {
      answer.resume()
      answer.once('end', () => done({ status: answer.statusCode!, headers: answer.headers }))
    })
    call.once('error', fail)
    call.end(JSON.stringify({ email, password }))
  })
