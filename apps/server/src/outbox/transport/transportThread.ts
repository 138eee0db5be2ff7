import { parentPort, workerData } from 'node:worker_threads'
import type {
  TransportSettings,
  TransportResult,
  TransportRequest,
  TransportRoute,
  WorkerCommand,
  OutgoingMessage,
} from './transportWorker.ts'
import { createMailer } from './mailer.ts'
import { get } from './providerHttp.ts'
import { NotDelivered } from './provider.ts'
import type { ProviderChannel } from '../../platform/config/providerAddress.ts'
import { createProvider } from './createProvider.ts'

const addresses = workerData as TransportSettings // safe: the transport worker starts this thread
const { SMTP_URL, MAIL_FROM, HEARTBEAT_URL } = addresses
const mail = SMTP_URL === undefined ? undefined : createMailer({ SMTP_URL, MAIL_FROM })
const providerSender = (channel: ProviderChannel) => {
  const address = addresses[`${channel}_PROVIDER`]
  return address && createProvider(channel, address).send
}
/** Calls the external watchdog; without one the path of heartbeats ends here. */
async function sendHeartbeat() {
  if (HEARTBEAT_URL === undefined) return ''
  const { status } = await get(new URL(HEARTBEAT_URL))
  // A redirect is not followed and counts as a failure.
  if (status < 200 || status >= 300) throw new NotDelivered(`${status}`, { outcome: 'FAILED' })
  return ''
}
const senders: Readonly<Record<TransportRoute, ((message: OutgoingMessage) => Promise<string>) | undefined>> = {
  MAIL: mail?.send,
  SMS: providerSender('SMS'),
  VOICE: providerSender('VOICE'),
  WHATSAPP: providerSender('WHATSAPP'),
  HEARTBEAT: sendHeartbeat,
}

async function deliver({ id, route, message }: TransportRequest): Promise<TransportResult> {
  try {
    return { id, reference: await senders[route]!(message) } // safe: only configured channels send
  } catch (error) {
    return error instanceof NotDelivered ? { id, undelivered: error.failure } : { id, bug: error }
  }
}

async function close() {
  await mail?.close()
  parentPort!.close()
}

parentPort!.on('message', (command: WorkerCommand) => {
  if (command === 'close') void close()
  else if (command === 'ping') parentPort!.postMessage('pong', [])
  else void deliver(command).then(carried => parentPort!.postMessage(carried, []))
})
