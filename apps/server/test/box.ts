import { claimCode, DOWN_TOPICS, parseTopic, PLATFORM_STATE, topicOf, TOPICS } from '@steading/contract/box/messages'
import type { ClaimAnswer, ClaimRequest, Data, DownTopic, Hello, MessageOf, UpTopic } from '@steading/contract/box/messages'
import type { IConnectPacket } from 'mqtt-packet'
import { createHash, createHmac, generateKeyPairSync, randomBytes } from 'node:crypto'
import { PATIENCE } from '../../../tools/testing/patience.ts'
import { createInterface } from '../src/interfaces/index.ts'
import type { InterfaceWish } from '../src/interfaces/index.ts'
import { createTerminal } from '../src/terminals/index.ts'
import type { TerminalWish } from '../src/terminals/index.ts'
import type { Farm } from './farm.ts'
import { wire } from './wire.ts'

/** A terminal at an entity of the farm, with the claim code that it was given. */
export async function aTerminal(farm: Farm, where = 'Paul', wish: Partial<TerminalWish> = {}) {
  const { id, claim } = await farm.world.db.work(farm.system, work =>
    createTerminal(work, farm.app.services.devices, {
      entityId: farm.at[where]!,
      displayName: 'Box of the test',
      profile: 'FC-SMARTBOX-1',
      timeOut: 900,
      timeZone: 'Europe/Lisbon',
      ...wish,
    }),
  )
  return { id, uid: claim.uid, code: claim.claimCode }
}

/** What a box sends to claim its place. */
export function claimRequest(uid: string, code: string): ClaimRequest {
  const { publicKey } = generateKeyPairSync('ed25519')
  const pubkey = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  const nonce = randomBytes(16)
  const key = createHash('sha256')
    .update(claimCode(code) ?? code)
    .digest()
  const proof = createHmac('sha256', key).update(nonce).update(pubkey).digest('base64url')
  return { uid, nonce: nonce.toString('base64url'), proof, pubkey: pubkey.toString('base64url') }
}

export const postClaim = (farm: Farm, body: unknown) =>
  fetch(`${farm.url}/device/v1/claim`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** A terminal whose box has claimed its place: its password, and the platform's key. */
export async function aClaimedBox(farm: Farm, where = 'Paul', wish: Partial<TerminalWish> = {}) {
  const terminal = await aTerminal(farm, where, wish)
  const answer = await postClaim(farm, claimRequest(terminal.uid, terminal.code))
  if (answer.status !== 200) throw new Error(`claim: ${answer.status} ${await answer.text()}`)
  const { password, signKey } = (await answer.json()) as ClaimAnswer // safe: a test looks at its form
  return { ...terminal, password, signKey }
}

/** A claimed box with a fan in House 1: the fan's id, and its place as a route of the API takes it. */
export async function aFan(farm: Farm, wish: Partial<InterfaceWish> = {}) {
  const box = await aClaimedBox(farm)
  const id = await farm.world.db.work(farm.system, work =>
    createInterface(work, farm.app.services.devices, {
      terminalId: box.id,
      entityId: farm.at['House 1']!,
      displayName: 'Fan',
      category: 'VENTILATION_CONTROL',
      address: 'fan',
      ...wish,
    }),
  )
  return { box, id, place: { e: farm.at.Paul!, t: box.id, i: id } }
}

/** Logs in as that box, packet by packet; the session is not opened yet. */
export async function line(farm: Farm, { uid, password }: { uid: string; password: string }, more: Partial<IConnectPacket> = {}) {
  const raw = await wire(farm.app.services.devices.brokerAddress().port)
  const sid = randomBytes(9).toString('base64url')
  const returnCode = await raw.login(uid, password, {
    will: { topic: topicOf(uid, 'up/state'), payload: Buffer.from(JSON.stringify({ on: false, sid })), qos: 1, retain: true },
    ...more,
  })
  let messageId = 0
  return {
    ...raw,
    uid,
    sid,
    returnCode,
    /** Publishes as the table says; resolves with the PUBACK (null: the connection ended without one). */
    async say<T extends UpTopic>(topic: T, message: MessageOf<T> | Uint8Array, within: number = PATIENCE.poll) {
      const { qos, retain } = TOPICS[topic]
      const payload = message instanceof Uint8Array ? Buffer.from(message) : Buffer.from(JSON.stringify(message))
      const mine = ++messageId
      raw.send({
        cmd: 'publish',
        topic: topicOf(uid, topic),
        payload,
        qos,
        retain,
        dup: false,
        ...(qos > 0 && { messageId: mine }),
      })
      return qos === 0 ? null : raw.next('puback', within)
    },
    /** The next message of this kind; null if it does not come. */
    async hear<T extends DownTopic>(topic: T, within: number = PATIENCE.poll): Promise<MessageOf<T> | null> {
      const until = performance.now() + within
      for (;;) {
        const packet = await raw.next('publish', until - performance.now())
        if (!packet) return null
        if (packet.qos > 0 && packet.messageId) raw.send({ cmd: 'puback', messageId: packet.messageId })
        if (parseTopic(packet.topic)?.topic === topic) return JSON.parse(String(packet.payload)) as MessageOf<T> // safe: tests look at its form
      }
    },
    /** The message of this kind that the platform, now at rest, has sent: it comes before the answer to a ping. null where there is none. */
    async messageByNow<T extends DownTopic>(topic: T) {
      await farm.idle()
      await raw.ping()
      return this.hear(topic, 0)
    },
    async listen() {
      raw.send({
        cmd: 'subscribe',
        messageId: ++messageId,
        subscriptions: [...DOWN_TOPICS.map(topic => topicOf(uid, topic)), PLATFORM_STATE].map(topic => ({ topic, qos: 1 })),
      })
      await raw.next('suback')
    },
  }
}
export type Line = Awaited<ReturnType<typeof line>>

export const hello = (sid: string, more: Partial<Hello> = {}): Hello => ({
  v: 1,
  proto: [1],
  fw: '1.4.2',
  profile: 'FC-SMARTBOX-1',
  boot: 17,
  sid,
  epoch: 3,
  head: 1,
  tail: 0,
  rev: 0,
  hash: '',
  clk: 2,
  ifs: '',
  feat: [],
  ...more,
})

/** A box in session: logged in, subscribed, welcomed. */
export async function session(farm: Farm, box: { uid: string; password: string }, more: Partial<Hello> = {}) {
  const made = await line(farm, box)
  if (made.returnCode !== 0) throw new Error(`login: ${made.returnCode}`)
  await made.listen()
  await made.say('up/hello', hello(made.sid, more))
  const welcome = await made.hear('dn/welcome')
  if (!welcome) throw new Error('no welcome')
  return { ...made, welcome }
}

export const batch = (s: number, r: Data['r'], more: Partial<Data> = {}): Data => ({
  v: 1,
  e: 3,
  s,
  t: Date.now(),
  q: 2,
  h: 0,
  r,
  ...more,
})
