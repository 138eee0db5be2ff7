import { BOX_TOPICS, DOWN_TOPICS, parseTopic, PLATFORM_STATE, topicOf, TOPICS, UP_TOPICS } from '@steading/contract/box/messages'
import type { ClaimAnswer } from '@steading/contract/box/messages'
import type { IConnectPacket, IPublishPacket, Packet } from 'mqtt-packet'
import { setTimeout as pause } from 'node:timers/promises'
import { claimRequest } from '../apps/server/test/box.ts'
import { wire } from '../apps/server/test/wire.ts'
import type { Wire } from '../apps/server/test/wire.ts'
import { apiAs, data } from '../e2e/api.ts'
import { aBox } from './stage/box.ts'
import type { Box } from './stage/box.ts'
import { aFarm, PERSON } from './stage/farm.ts'
import type { Farm, Terminal } from './stage/farm.ts'
import type { Server } from './stage/server.ts'
import type { Stage } from './stage/stage.ts'
import { eventually } from './stage/until.ts'
import { fault, guarantee, never, note, time } from './scenario.ts'
import type { Figure, Order } from './scenario.ts'

interface Size {
  /** Attackers, each with a victim of its own. */
  readonly pairs: number
  readonly revoked: number
  readonly claims: number
}
const SIZES = {
  full: { pairs: 100, revoked: 10, claims: 50 },
  brief: { pairs: 3, revoked: 2, claims: 50 },
} as const satisfies Record<string, Size>

/** A value and a session that only an attacker says. */
const CANARY = { value: 424_242, sid: 'session-of-a-thief', id: 'command-of-a-thief' }
const READINGS = 5000
/** ms that an attacker listens. */
const LISTEN = 500
const PATIENCE = 20_000

/** Every way for a box to reach what is another's: topics, wills, identities, credentials, claims. */
export async function access(stage: Stage, { extent, play }: Order): Promise<readonly Figure[]> {
  const size: Size = extent === 'brief' || play.mutant ? SIZES.brief : SIZES.full
  const farm = await aFarm(stage.owner)
  await farm.person()
  const server = await stage.server()
  await server.start()
  return [
    ...(await trespass(stage, farm, server, size)),
    ...(await takeAway(farm, server, size)),
    ...(await claim(farm, server, size)),
    never('crashes of the server', server.crashes()),
  ]
}

async function trespass(stage: Stage, farm: Farm, server: Server, { pairs }: Size): Promise<Figure[]> {
  const attackers: Terminal[] = []
  const victims: Terminal[] = []
  for (let index = 0; index < pairs; index++) {
    // One name begins with the other's, now the victim's, now the attacker's.
    const name = `pair${String(index).padStart(8, '0')}`
    const short = await farm.terminal(['TEMPERATURE'], name)
    const long = await farm.terminal(['TEMPERATURE'], `${name}x`)
    attackers.push(index % 2 === 0 ? short : long)
    victims.push(index % 2 === 0 ? long : short)
  }
  const residents = victims.map(terminal =>
    aBox({
      port: server.mqttPort,
      terminal,
      readings: READINGS,
      size: 1,
      belief: 'ack',
      began: Date.now() - READINGS * 1000,
      random: stage.random,
    }),
  )
  for (const resident of residents) resident.start()
  await eventually('the victims are welcome', () => residents.every(one => one.isWelcome()), 120)
  const tally = { attempts: 0, letThrough: 0, leaked: 0 }
  await inParallel(attackers.map((attacker, index) => () => attack(server, attacker, victims[index]!, tally)))
  const [{ stolen } = { stolen: Number.NaN }] = await stage.rows<{ stolen: number }>(
    `select ((select count(*) from readings where value = $1)
           + (select count(*) from terminal_links where sid = $2)
           + (select count(*) from quarantine where uid = any ($3)))::int as stolen`,
    [CANARY.value, CANARY.sid, victims.map(({ uid }) => uid)],
  )
  const sum = (of: (box: Box) => number) => residents.reduce((total, box) => total + of(box), 0)
  const disturbed = sum(box => box.connections() - 1)
  const deleted = sum(box => box.deleted().reduce((total, [first, last]) => total + last - first + 1, 0))
  const foreign = sum(box => box.foreign())
  for (const one of residents) one.stop()
  return [
    never('foreign messages out', tally.leaked + foreign),
    never('foreign messages in', stolen),
    never('attempts that were let through', tally.letThrough),
    never('sessions of victims that were disturbed', disturbed),
    fault('attempts', tally.attempts, pairs * 60),
    fault('messages for victims meanwhile', deleted, pairs),
  ]
}

interface Tally {
  attempts: number
  letThrough: number
  leaked: number
}

/** One attacker tries it all against one victim, each attempt that ends the connection on a connection of its own. */
async function attack(server: Server, attacker: Terminal, victim: Terminal, tally: Tally) {
  const { uid } = attacker
  const login = (more?: Partial<IConnectPacket>) => enter(server.mqttPort, attacker, more)
  const refused = (outcome: boolean) => {
    tally.attempts++
    if (!outcome) tally.letThrough++
  }

  const listening = await login()
  for (const filter of foreignFilters(victim.uid)) refused((await granted(listening.made, filter)) === 128)
  // Meanwhile its victim is spoken to all the time.
  await pause(LISTEN)
  tally.leaked += foreignIn(listening.made.got, uid)
  listening.made.end()

  for (const packet of foreignPublications(uid, victim.uid)) {
    const { made, code } = await login()
    if (code !== 0) throw new Error(`the attacker is not let in: ${code}`)
    made.send(packet)
    // A ping behind it is answered only by a broker that goes on with us.
    made.send({ cmd: 'pingreq' })
    await Promise.race([made.closed, made.next('pingresp', PATIENCE)])
    refused(!made.got.some(({ cmd }) => cmd === 'puback' || cmd === 'pubrec' || cmd === 'pingresp') && (await ended(made)))
    tally.leaked += foreignIn(made.got, uid)
    made.end()
  }

  for (const more of [
    ...BOX_TOPICS.map(topic => ({ will: will(topicOf(victim.uid, topic), TOPICS[topic]) })),
    { will: will(topicOf(uid, 'up/data'), TOPICS['up/data']) },
    { will: will(topicOf(uid, 'dn/cmd'), TOPICS['dn/cmd']) },
    { will: will(PLATFORM_STATE, { qos: 1, retain: true }) },
    { clientId: victim.uid },
    { username: victim.uid },
    { clientId: victim.uid, username: victim.uid },
    { clientId: victim.uid, username: victim.uid, password: Buffer.alloc(0) },
  ]) {
    const { made, code } = await login(more)
    refused(code !== 0)
    made.end()
  }
}

/** Logs in; no hurry on a busy machine. */
async function enter(port: number, { uid, password }: Pick<Terminal, 'uid' | 'password'>, more?: Partial<IConnectPacket>) {
  const made = await wire(port)
  const code = (await made.login(uid, password, more)) ?? (await made.next('connack', PATIENCE))?.returnCode ?? null
  return { made, code }
}

const will = (topic: string, { qos, retain }: { readonly qos: 0 | 1; readonly retain: boolean }) => ({
  topic,
  qos,
  retain,
  payload: Buffer.from(JSON.stringify({ on: false, sid: CANARY.sid })),
})

const payloads: Partial<Record<string, unknown>> = {
  'up/data': { v: 1, e: 9, s: 1, t: Date.now(), q: 2, h: 0, r: [[0, 0, CANARY.value]] },
  'up/state': { on: true, sid: CANARY.sid },
  'up/hello': {
    v: 1,
    proto: [1],
    fw: '1',
    profile: 'FC-SMARTBOX-1',
    boot: 1,
    sid: CANARY.sid,
    epoch: 9,
    head: 1,
    tail: 0,
    rev: 0,
    hash: '',
    clk: 2,
    ifs: '',
    feat: [],
  },
  'dn/cmd': { v: 1, id: CANARY.id, sid: CANARY.sid, n: 1, if: 0, val: 1, iss: Date.now(), ttl: 8000 },
}

function foreignPublications(own: string, victim: string): IPublishPacket[] {
  const packet = (topic: string, qos: 0 | 1 | 2, retain: boolean, payload: unknown = {}): IPublishPacket => ({
    cmd: 'publish',
    topic,
    qos,
    retain,
    dup: false,
    payload: JSON.stringify(payload),
    ...(qos > 0 && { messageId: 7 }),
  })
  return [
    ...BOX_TOPICS.map(topic => packet(topicOf(victim, topic), TOPICS[topic].qos, TOPICS[topic].retain, payloads[topic])),
    // The same, retained: what a later subscriber would find.
    ...(['dn/cmd', 'up/state'] as const).map(topic => packet(topicOf(victim, topic), 1, true, payloads[topic])),
    ...DOWN_TOPICS.map(topic => packet(topicOf(own, topic), TOPICS[topic].qos, false, payloads[topic])),
    packet(PLATFORM_STATE, 1, true, { on: false }),
    packet(topicOf(own, 'up/data'), 1, true, payloads['up/data']),
    packet(topicOf(own, 'up/data'), 0, false, payloads['up/data']),
    packet('$SYS/broker/clients', 1, false),
    packet(`$share/all/${topicOf(victim, 'up/data')}`, 1, false, payloads['up/data']),
    packet(`fb/v1/${victim}/up/data/`, 1, false, payloads['up/data']),
    packet(`fb/v1/${victim}//up/data`, 1, false, payloads['up/data']),
    packet(`/fb/v1/${victim}/up/data`, 1, false, payloads['up/data']),
  ]
}

function foreignFilters(victim: string): { readonly topic: string; readonly qos: 0 | 1 }[] {
  const all = [
    ...BOX_TOPICS.map(topic => topicOf(victim, topic)),
    ...['#', '+/#', '+/+/+/+/+', 'fb/#', 'fb/v1/#', 'fb/v1/+/dn/cmd', `fb/v1/${victim}/#`, `fb/v1/${victim}/dn/+`, '/#'],
    ...['$SYS/#', '$SYS/+/new/clients', `$share/g/${topicOf(victim, 'dn/cmd')}`, '$share/g/#', '$share/g/fb/v1/+/up/+'],
    ...UP_TOPICS.map(topic => `${topicOf(victim, topic)}/#`),
  ]
  return all.flatMap((topic, index) => ({ topic, qos: index % 2 === 0 ? (1 as const) : (0 as const) }))
}

async function granted(made: Wire, filter: { readonly topic: string; readonly qos: 0 | 1 }): Promise<number> {
  made.send({ cmd: 'subscribe', messageId: 9, subscriptions: [filter] })
  const answer = await made.next('suback', PATIENCE)
  // Without an answer the broker ended the connection: nothing was granted.
  return Number(answer?.granted[0] ?? 128)
}

const ended = (made: Wire) =>
  Promise.race([made.closed.then(() => true), new Promise<boolean>(done => setTimeout(() => done(false), 5000))])

const foreignIn = (got: readonly Packet[], own: string): number =>
  got.filter(packet => packet.cmd === 'publish' && packet.topic !== PLATFORM_STATE && parseTopic(packet.topic)?.uid !== own)
    .length

/** Credentials that were taken away or replaced. */
async function takeAway(farm: Farm, server: Server, { revoked }: Size): Promise<Figure[]> {
  const api = (await apiAs(server.url, PERSON.name, PERSON.password)).of('terminals')
  const login = ({ uid }: Terminal, password: string) => enter(server.mqttPort, { uid, password })
  const cuts: number[] = []
  let letIn = 0
  let keptOut = 0
  let rotated = 0
  for (let index = 0; index < revoked; index++) {
    const terminal = await farm.terminal(['TEMPERATURE'])
    const { made } = await login(terminal, terminal.password)
    data(await api.revoke({ params: { id: terminal.id } }))
    const since = performance.now()
    if (await ended(made)) cuts.push((performance.now() - since) / 1000)
    if ((await login(terminal, terminal.password)).code === 0) letIn++
  }
  for (let index = 0; index < revoked; index++) {
    const terminal = await farm.terminal(['TEMPERATURE'])
    const box = await inSession(server.mqttPort, terminal)
    data(await api.rotate({ params: { id: terminal.id } }))
    await eventually('a new password', () => box.passwords.length > 0, 20)
    box.stop()
    const fresh = box.passwords[0]!
    // The old one lives until the new one was used; a box that lost the message must not be locked out.
    if ((await login(terminal, terminal.password)).code !== 0) keptOut++
    if ((await login(terminal, fresh)).code === 0) rotated++
    else keptOut++
    if ((await login(terminal, terminal.password)).code === 0) letIn++
  }
  return [
    never('let in with credentials of the past', letIn),
    never('kept out with good credentials', keptOut),
    time('slowest cut after a revocation, s', Math.max(...cuts), 1),
    fault('sessions revoked', cuts.length, revoked),
    fault('passwords rotated', rotated, revoked),
  ]
}

async function inSession(port: number, terminal: Terminal) {
  const passwords: string[] = []
  const { random } = Math
  const box = aBox({
    port,
    terminal,
    readings: 0,
    size: 1,
    belief: 'ack',
    began: Date.now(),
    random: { between: (least, most) => least + random() * (most - least) },
    onPassword: password => void passwords.push(password),
  })
  box.start()
  await eventually('a welcome', () => box.isWelcome(), 60)
  return { passwords, stop: () => box.stop() }
}

/** A claim answers one box, once, however many come at the same moment. */
async function claim(farm: Farm, server: Server, { claims }: Size): Promise<Figure[]> {
  const api = (await apiAs(server.url, PERSON.name, PERSON.password)).of('terminals')
  const { terminal, claim } = data(
    await api.create({ body: { displayName: 'Claimed', entityId: farm.root, profile: 'FC-SMARTBOX-1' } }),
  )
  const post = async (body: unknown) => {
    const answer = await fetch(`${server.url}/device/v1/claim`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return answer.status === 200 ? ((await answer.json()) as ClaimAnswer).password : undefined // safe: the platform's own form
  }
  const requests = Array.from({ length: claims }, () => claimRequest(claim.uid, claim.claimCode))
  const passwords = (await Promise.all(requests.map(post))).filter(one => one !== undefined)
  const replays = (await Promise.all(requests.map(post))).filter(one => one !== undefined)
  const { made, code } = await enter(server.mqttPort, { uid: terminal.uid, password: passwords.at(-1) ?? '' })
  made.end()
  const afterLogin = (await Promise.all(requests.slice(0, 3).map(post))).filter(one => one !== undefined)
  return [
    guarantee('parallel claims that were answered', passwords.length, { least: 1, most: 1 }),
    never('claims used twice', replays.length + afterLogin.length + Math.max(0, passwords.length - 1)),
    never('claimed and not let in', code === 0 ? 0 : 1),
    note('parallel claims', claims),
  ]
}

/** All of them, so many at a time. */
async function inParallel(acts: readonly (() => Promise<void>)[], atOnce = 25) {
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let at = next++; at < acts.length; at = next++) await acts[at]!()
    }),
  )
}
