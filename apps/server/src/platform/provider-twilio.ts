import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { html } from './html.ts'
import type { Provided, Provider, ProviderMessage } from './provider.ts'
import type { ProviderAddress } from './provider-address.ts'
import { basic, mustBeTaken, post } from './provider-http.ts'

const Told = z.object({ sid: z.string().catch(''), message: z.string().catch('') })

/** Twilio's Messages and Calls. It knows no keys: a message that is sent twice comes twice. */
export function twilio(channel: Provided, { url, user, password, from, template }: ProviderAddress): Provider {
  const place = new URL(
    `${url}/2010-04-01/Accounts/${encodeURIComponent(user)}/${channel === 'VOICE' ? 'Calls' : 'Messages'}.json`,
  )
  const named = (number: string) => (channel === 'WHATSAPP' ? `whatsapp:${number}` : number)
  const headers = { authorization: basic(user, password), 'content-type': 'application/x-www-form-urlencoded' }
  return {
    keyed: false,
    async send(message) {
      const said = channel === 'VOICE' ? { Twiml: spoken(message) } : written(message.text, template)
      const report = message.report === null ? {} : { StatusCallback: message.report }
      const form = new URLSearchParams({ To: named(message.to), From: named(from), ...said, ...report })
      const answer = await post(place, headers, form.toString())
      const told = read(answer.text)
      mustBeTaken(answer, told.message, [password, user])
      return told.sid
    },
    isFrom({ url: asked, fields, signature }) {
      const parts = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))
      const due = createHmac('sha1', password)
        .update(asked + parts.flat().join(''))
        .digest()
      const given = Buffer.from(signature ?? '', 'base64')
      return given.length === due.length && timingSafeEqual(given, due)
    },
  }
}

/** Of a template the message is the first variable, which may have no second line. */
const written = (text: string, template: string | undefined) =>
  template === undefined
    ? { Body: text }
    : { ContentSid: template, ContentVariables: JSON.stringify({ 1: text.replaceAll(/\s+/g, ' ').trim() }) }

/** The call: it speaks, waits for a key, and says all again to whoever was just taking up the phone. */
function spoken({ text, language, link }: ProviderMessage): string {
  const say = html`<Say language="${language}">${text}</Say>`
  if (link === null) return html`<Response>${say}<Pause length="2" />${say}</Response>`.html
  const gather = html`<Gather numDigits="1" timeout="8" method="POST" action="${link}">${say}</Gather>`
  return html`<Response>${gather}${gather}</Response>`.html
}

function read(text: string) {
  try {
    return Told.parse(JSON.parse(text))
  } catch {
    return { sid: '', message: '' }
  }
}
