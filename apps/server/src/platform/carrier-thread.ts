import type { Channel } from '@steading/contract/outbox'
import { parentPort, workerData } from 'node:worker_threads'
import type { Addresses, Carried, Order, Sendable } from './carrier.ts'
import { mailer } from './mail.ts'
import { NotDelivered } from './provider.ts'
import type { Provided } from './provider.ts'
import { provider } from './providers.ts'

const addresses = workerData as Addresses // safe: the carrier begins this thread
const { SMTP_URL, MAIL_FROM } = addresses
const mail = SMTP_URL === undefined ? undefined : mailer({ SMTP_URL, MAIL_FROM })
const by = (channel: Provided) => {
  const address = addresses[`${channel}_PROVIDER`]
  return address && provider(channel, address).send
}
const senders: Readonly<Record<Channel, ((message: Sendable) => Promise<string>) | undefined>> = {
  ...{ MAIL: mail?.send, SMS: by('SMS'), VOICE: by('VOICE'), WHATSAPP: by('WHATSAPP') },
}

async function carry({ id, channel, message }: Order): Promise<Carried> {
  try {
    return { id, reference: await senders[channel]!(message) } // safe: only what the settings open is sent by
  } catch (error) {
    return error instanceof NotDelivered ? { id, undelivered: error.said } : { id, bug: error }
  }
}

async function close() {
  await mail?.close()
  parentPort!.close()
}

parentPort!.on('message', (order: Order | 'close') => {
  if (order === 'close') void close()
  else void carry(order).then(carried => parentPort!.postMessage(carried, []))
})
