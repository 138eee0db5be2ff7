import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { html } from '../../platform/text/html.ts'
import type { Provider, ProviderMessage } from './provider.ts'
import type { ProviderChannel, ProviderAddress } from '../../platform/config/providerAddress.ts'
import { basicAuth, requireAccepted, post } from './providerHttp.ts'

const TwilioReply = z.object({ sid: z.string().catch(''), message: z.string().catch('') })

/** Twilio's API of messages and calls. Without idempotency keys: a message that is sent twice arrives twice. */
export function createTwilio(channel: ProviderChannel, { url, user, password, from, template }: ProviderAddress): Provider {
  const endpoint = new URL(
    `${url}/2010-04-01/Accounts/${encodeURIComponent(user)}/${channel === 'VOICE' ? 'Calls' : 'Messages'}.json`,
  )
  const addressOf = (number: string) => (channel === 'WHATSAPP' ? `whatsapp:${number}` : number)
  const headers = { authorization: basicAuth(user, password), 'content-type': 'application/x-www-form-urlencoded' }
  return {
    isIdempotent: false,
    async send(message) {
      const content = channel === 'VOICE' ? { Twiml: twiml(message) } : textFields(message.text, template)
      const report = message.report === null ? {} : { StatusCallback: message.report }
      const form = new URLSearchParams({ To: addressOf(message.to), From: addressOf(from), ...content, ...report })
      const answer = await post(endpoint, headers, form.toString())
      const reply = parseReply(answer.text)
      requireAccepted(answer, reply.message, [password, user])
      return reply.sid
    },
    isAuthentic({ url: asked, fields, signature }) {
      const parts = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))
      const expected = createHmac('sha1', password)
        .update(asked + parts.flat().join(''))
        .digest()
      const given = Buffer.from(signature ?? '', 'base64')
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

/** Form fields of a text. With a template it is the first variable, which must be a single line. */
const textFields = (text: string, template: string | undefined) =>
  template === undefined
    ? { Body: text }
    : { ContentSid: template, ContentVariables: JSON.stringify({ 1: text.replaceAll(/\s+/g, ' ').trim() }) }

/** TwiML of a call: speaks, waits for a key, and repeats for a recipient who was just picking up. */
function twiml({ text, language, link }: ProviderMessage): string {
  const say = html`<Say language="${language}">${text}</Say>`
  if (link === null) return html`<Response>${say}<Pause length="2" />${say}</Response>`.html
  const gather = html`<Gather numDigits="1" timeout="8" method="POST" action="${link}">${say}</Gather>`
  return html`<Response>${gather}${gather}</Response>`.html
}

function parseReply(text: string) {
  try {
    return TwilioReply.parse(JSON.parse(text))
  } catch {
    return { sid: '', message: '' }
  }
}
