import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ANSWER_PATHS, ANSWER_POLICY } from '../events/index.ts'
import type { AnswerForms, AnswerReply } from '../events/index.ts'

/** s, as long as a key is good. */
const KEY_LIFETIME = 86_400
const cookieName = (message: string) => `alarm_${message}`

/**
 * The answer page of the link in a message. Its path holds the token, so a look spends and reveals nothing. The cookie keeps what
 * this device opened; it only shows, and answers need the key in their form.
 */
export function serveAnswerPage(http: FastifyInstance, forms: AnswerForms, { isSecure }: { readonly isSecure: boolean }) {
  const send = (reply: FastifyReply, { html, status, opened }: AnswerReply) => {
    if (opened)
      reply.header(
        'set-cookie',
        `${cookieName(opened.message)}=${opened.key}; Path=/a; Max-Age=${KEY_LIFETIME}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
      )
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex, nofollow')
      .header('content-security-policy', ANSWER_POLICY)
      .send(html)
  }
  const originOf = (request: FastifyRequest) => ({
    ip: request.ip,
    requestId: request.id,
    acceptLanguage: request.headers['accept-language'],
  })
  const bodyOf = (request: FastifyRequest) => (request.body ?? {}) as Readonly<Record<string, string>> // safe: the parser of forms
  const config = { form: true }
  http.get('/a/:token', async (request, reply) => {
    const { token } = request.params as { readonly token: string } // safe: the path
    return send(reply, await forms.look(token, cookieOf(request, token.slice(token.indexOf('.') + 1)), originOf(request)))
  })
  http.post(ANSWER_PATHS.open, { config }, async (request, reply) =>
    send(reply, await forms.open(bodyOf(request), originOf(request))),
  )
  http.post(ANSWER_PATHS.show, { config }, async (request, reply) =>
    send(reply, await forms.show(bodyOf(request), originOf(request))),
  )
  http.post(ANSWER_PATHS.answer, { config }, async (request, reply) =>
    send(reply, await forms.answer(bodyOf(request), originOf(request))),
  )
}

function cookieOf({ headers }: FastifyRequest, message: string): string | undefined {
  const name = `${cookieName(message)}=`
  return headers.cookie
    ?.split(/;\s*/)
    .find(cookie => cookie.startsWith(name))
    ?.slice(name.length)
}
