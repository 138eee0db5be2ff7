import { topicOf } from '@steading/contract/box/messages'
import { connectAsync } from 'mqtt'
import type { MqttClient } from 'mqtt'
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/** uid of the probe; no terminal can have it. */
export const PROBE_UID = 'steadingstranger'

/** Operations that a stranger must not be able to do, as text. */
export const EXPOSURES = {
  connect: 'connect',
  'up/data': 'send readings',
  'dn/cmd': 'send commands',
  '#': 'subscribe to everything',
  readCommands: 'read commands',
  readPasswords: 'read passwords of boxes',
} as const
export type Exposure = keyof typeof EXPOSURES

export interface ProbeOptions {
  /** Address of the broker; name and password in it are left out. */
  readonly url: string
  /** Publishes with the rights of the platform. */
  readonly publish: (topic: string, payload: string) => void
  /** How long a message may take to a stranger, ms. */
  readonly within?: number
}

/** Probes a broker without and with invented credentials. Answers the operations that were not refused. */
export async function probeAsStranger(options: ProbeOptions): Promise<readonly Exposure[]> {
  const invented = { username: PROBE_UID, password: randomBytes(24).toString('base64url') }
  const found = await Promise.all([tryAs(options, {}), tryAs(options, invented)])
  return (Object.keys(EXPOSURES) as Exposure[]).filter(one => found.some(all => all.has(one))) // safe: the keys of an object literal
}

async function tryAs({ url, publish, within = 1_000 }: ProbeOptions, credentials: object): Promise<ReadonlySet<Exposure>> {
  const found = new Set<Exposure>()
  const client = await connectAs(url, credentials)
  if (!client) return found
  found.add('connect')
  const nonce = randomBytes(12).toString('hex')
  client.on('message', (topic, payload) => {
    if (payload.toString() !== nonce) return
    if (topic === topicOf(PROBE_UID, 'dn/cmd')) found.add('readCommands')
    if (topic === topicOf(PROBE_UID, 'dn/cred')) found.add('readPasswords')
  })
  try {
    for (const topic of ['up/data', 'dn/cmd'] as const)
      if (await isDone(client.publishAsync(topicOf(PROBE_UID, topic), nonce, { qos: 1 }), within)) found.add(topic)
    if (await isDone(client.subscribeAsync('#', { qos: 1 }), within)) found.add('#')
    await isDone(client.subscribeAsync([topicOf(PROBE_UID, 'dn/cmd'), topicOf(PROBE_UID, 'dn/cred')], { qos: 1 }), within)
    // A broker may grant a subscription and filter what it delivers: what arrives decides.
    for (const topic of ['dn/cmd', 'dn/cred'] as const) publish(topicOf(PROBE_UID, topic), nonce)
    await pause(within)
  } finally {
    await client.endAsync(true)
  }
  return found
}

/** Return codes of MQTT 3.1.1 and 5 that refuse a user: bad user name, not authorized, banned. */
const REFUSALS: ReadonlySet<unknown> = new Set([4, 5, 0x86, 0x87, 0x8a])

/** Answers undefined where the broker refuses the user. @throws when it cannot be reached */
async function connectAs(url: string, credentials: object): Promise<MqttClient | undefined> {
  const address = new URL(url)
  address.username = address.password = ''
  try {
    return await connectAsync(
      address.href,
      {
        protocolVersion: 5,
        clientId: `${PROBE_UID}${randomBytes(4).toString('hex')}`,
        reconnectPeriod: 0,
        connectTimeout: 5_000,
        ...credentials,
      },
      false,
    )
  } catch (error) {
    if (error instanceof Error && 'code' in error && REFUSALS.has(error.code)) return undefined
    throw error
  }
}

const isDone = (call: Promise<unknown>, within: number) =>
  Promise.race([
    call.then(
      () => true,
      () => false,
    ),
    pause(within, false),
  ])
