import type { Data, Hello, UpTopic } from '@steading/contract/box/messages'
import { DOWN_TOPICS, parseTopic, topicOf } from '@steading/contract/box/messages'
import { claimRequest } from '../../apps/server/test/box.ts'
import { openLine } from '../../chaos/stage/line.ts'
import { data, eventually } from '../api.ts'
import { note } from './scene.ts'
import type { Scene } from './scene.ts'
import { PAYLOADS } from './payloads.ts'

const EPOCH = 1
/** As much as one text of a box may have. */
const READING = 255

/** A box whose every text is a payload: readings, versions, reasons, words of its own. What it says is what whoever holds a box can say. */
export async function aBadBox(scene: Scene): Promise<void> {
  const { stage, of, box, text } = scene
  const answer = await fetch(`${stage.url}/device/v1/claim`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(claimRequest(box.uid, box.claimCode)),
  })
  const { password } = (await answer.json()) as { password: string } // safe: the platform's own form
  // Rules that wait for it: of one it says that it runs, of the other that it cannot.
  const ids = (scene.made.get('ruleId') ?? []).slice(0, 2)
  data(await of('rules').deploy({ body: { ids } }))
  const received: { topic: string; payload: string }[] = []
  let isIn = false
  const line = openLine({
    port: stage.mqttPort,
    uid: box.uid,
    password,
    onPacket: packet => {
      if (packet.cmd === 'connack') isIn = packet.returnCode === 0
      if (packet.cmd === 'publish')
        received.push({ topic: parseTopic(packet.topic)?.topic ?? '', payload: String(packet.payload) })
    },
    onEnd: () => undefined,
  })
  await eventually('the box is let in', async () => isIn, Boolean)
  line.subscribe(DOWN_TOPICS.map(topic => topicOf(box.uid, topic)))
  const payload = (n: number, most = 64) => PAYLOADS[n % PAYLOADS.length]!.slice(0, most)
  const say = (topic: UpTopic, message: unknown) => line.say(topic, Buffer.from(JSON.stringify(message)))
  const hello: Hello = {
    v: 1,
    proto: [1],
    fw: payload(3),
    profile: payload(1),
    boot: 1,
    sid: line.sid,
    epoch: EPOCH,
    head: 1,
    tail: 0,
    rev: 0,
    hash: '',
    clk: 2,
    ifs: '',
    feat: [payload(4, 32), payload(10, 32)],
  }
  say('up/hello', hello)
  await eventually('a welcome', async () => received.some(one => one.topic === 'dn/welcome'), Boolean)
  say('up/state', { on: true, sid: line.sid, upd: { to: payload(2), done: 0.5 } })
  say('up/log', { at: Date.now(), lvl: 'error', msg: payload(5) })
  const configurations = () =>
    received.filter(one => one.topic === 'dn/shadow').map(one => JSON.parse(one.payload) as { rev: number; hash: string }) // safe: the platform's own
  const shadow = (await eventually('its configuration', async () => configurations()[0], Boolean))!
  const reports = ids.map(
    (id, n) =>
      [id, { ver: 1, hash: shadow.hash, st: 'error', why: payload(6 + n), of: payload(8 + n), err: payload(12 + n) }] as const,
  )
  say('up/shadow', { v: 1, rev: shadow.rev, hash: shadow.hash, rules: Object.fromEntries(reports) })
  say('up/shadow', { v: 1, rev: 0, hash: '', rules: {}, bad: shadow.rev, why: payload(13), err: payload(14) })
  const ixs = await indexOf(scene, text)
  const now = Date.now()
  const reading = (n: number): Data['r'][number] => [ixs, n * 1000 - PAYLOADS.length * 1000, payload(n, READING)]
  say('up/data', { v: 1, e: EPOCH, s: 1, t: now, q: 2, h: 0, r: PAYLOADS.map((_, n) => reading(n)) })
  // What its rule did, by a reading that is a text.
  const key = `${ids[0]}:1`
  const cause = {
    line: 0,
    interfaceId: text,
    value: payload(0, READING),
    reading: payload(7, READING),
    operator: 'NOT_EQUAL',
    threshold: payload(11, READING),
    since: now - 5000,
    permanence: 0,
  }
  const event = {
    rule: ids[0],
    ver: 1,
    kind: 'EVENT_OPEN',
    key: `${key}:open`,
    event: key,
    status: 'OPEN',
    since: now - 5000,
    causes: [cause],
  }
  const effect = {
    rule: ids[0],
    ver: 1,
    kind: 'EVENT_NOTIFY',
    key: `${key}:told`,
    event: key,
    line: 0,
    n: 1,
    last: false,
    escalation: 0,
    cause,
  }
  say('up/data', {
    v: 1,
    e: EPOCH,
    s: PAYLOADS.length + 1,
    t: now,
    q: 2,
    h: 0,
    r: [],
    x: [
      [0, 0, event],
      [1, 1, effect],
    ],
  })
  const last = PAYLOADS.at(-1)
  await eventually(
    'its last reading',
    async () => data(await of('readings').last({ query: { interfaceIds: [text] } }))[0]?.convertedValue,
    value => value === last,
  )
  const opened = await eventually(
    'its event',
    async () => data(await of('events').search({ query: { origin: 'AUTOMATIC', sortProperty: 'id' } } as never)).content[0], // safe: as the contract has it
    Boolean,
  )
  scene.made.set('eventId', [opened!.id, ...(scene.made.get('eventId') ?? [])])
  note(scene, 'interfaceId', text)
  scene.made.set('terminalId', [box.id, ...(scene.made.get('terminalId') ?? [])])
}

/** The index by which the box names an interface: its place in the order in which they were made. */
async function indexOf({ of, house, box }: Scene, id: string): Promise<number> {
  const list = data(await of('interfaces').atTerminal({ params: { id: house, terminalId: box.id }, query: {} }))
  return list
    .map(one => Number(one.id))
    .toSorted((a, b) => a - b)
    .indexOf(Number(id))
}
