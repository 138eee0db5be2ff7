import { parentPort, workerData } from 'node:worker_threads'
import type { Addresses, Carried, Order, Route, Said, Sendable } from './carrier.ts'
import { mailer } from './mail.ts'
import { get } from './provider-http.ts'
import { NotDelivered } from './provider.ts'
import type { Provided } from './provider.ts'
import { provider } from './providers.ts'

const addresses = workerData as Addresses // safe: the carrier begins this thread
const { SMTP_URL, MAIL_FROM, HEARTBEAT_URL } = addresses
const mail = SMTP_URL === undefined ? undefined : mailer({ SMTP_URL, MAIL_FROM })
const by = (channel: Provided) => {
  const address = addresses[`${channel}_PROVIDER`]
  return address && provider(channel, address).send
}
/** Without an address outside, heartbeats end here. */
async function beat() {
  if (HEARTBEAT_URL === undefined) return ''
  const { status } = await get(new URL(HEARTBEAT_URL))
  // Who sends us elsewhere has not taken it.
  if (status < 200 || status >= 300) throw new NotDelivered(`${status}`, { outcome: 'FAILED' })
  return ''
}
const senders: Readonly<Record<Route, ((message: Sendable) => Promise<string>) | undefined>> = {
  ...{ MAIL: mail?.send, SMS: by('SMS'), VOICE: by('VOICE'), WHATSAPP: by('WHATSAPP'), HEARTBEAT: beat },
}

async function carry({ id, route, message }: Order): Promise<Carried> {
  try {
    return { id, reference: await senders[route]!(message) } // safe: only what the settings open is sent by
  } catch (error) {
    return error instanceof NotDelivered ? { id, undelivered: error.said } : { id, bug: error }
  }
}

async function close() {
  await mail?.close()
  parentPort!.close()
}

parentPort!.on('message', (said: Said) => {
  if (said === 'close') void close()
  else if (said === 'ping') parentPort!.postMessage('pong', [])
  else void carry(said).then(carried => parentPort!.postMessage(carried, []))
})
