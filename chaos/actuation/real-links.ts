import { setTimeout as pause } from 'node:timers/promises'
import { join } from 'node:path'
import { apiAs, data } from '../../e2e/api.ts'
import type { Value } from '../../apps/smartbox/src/platform/driver.ts'
import { anAgent } from '../stage/agent.ts'
import { PERSON } from '../stage/farm.ts'
import type { Farm } from '../stage/farm.ts'
import { aProxy } from '../stage/proxy.ts'
import type { Stage } from '../stage/stage.ts'
import { eventually, until } from '../stage/until.ts'
import type { Witness } from './witness.ts'

export interface RealSize {
  readonly boxes: number
  /** For each box; not more than an output has values. */
  readonly commands: number
  /** ms between two commands to a box. */
  readonly every: number
  readonly ttls: readonly number[]
}

const OUTPUTS = 3
const TROUBLES = ['cut', 'stall', 'restart', 'none', 'cut', 'none'] as const
const LINES = [{}, { least: 5, most: 120 }, { least: 200, most: 900, loss: 0.2 }, { least: 1000, most: 3000 }] as const

/** The server and boxes as programs are, commands over the API, and a line between them that is slow, cut, and dead unnoticed. */
export async function realLinks(stage: Stage, farm: Farm, size: RealSize, into: Witness) {
  const { random } = stage
  await farm.person()
  const server = await stage.server()
  await server.start({ FAIL: '' })
  const { of } = await apiAs(server.url, PERSON.name, PERSON.password)
  const terminals = of('terminals')
  const interfaces = of('interfaces')
  let restarts = 0

  const boxes = await Promise.all(
    Array.from({ length: size.boxes }, async (_, index) => {
      const { terminal, claim } = data(
        await terminals.create({ body: { displayName: `Box ${index}`, entityId: farm.root, profile: 'FC-SMARTBOX-1' } }),
      )
      const outputs: { readonly id: string; readonly address: string }[] = []
      for (let ix = 0; ix < OUTPUTS; ix++) {
        const body = {
          displayName: `Fan ${ix}`,
          terminalId: terminal.id,
          entityId: farm.root,
          category: 'VENTILATION_CONTROL' as const,
        }
        const address = `output ${ix}`
        outputs.push({ id: data(await interfaces.create({ body: { ...body, address } })).id, address })
      }
      const proxy = await aProxy(server.mqttPort, random)
      const driver = {
        start: () => Promise.resolve(),
        stop: () => Promise.resolve(),
        read: () => Promise.resolve([]),
        write: async (address: string, value: Value) => {
          into.write(terminal.uid, address, value, Date.now())
          await pause(random.between(5, 300))
          return value
        },
      }
      const agent = await anAgent({
        folder: join(stage.folder, terminal.uid),
        url: server.url,
        port: proxy.port,
        driver,
        random: random.next,
        uid: claim.uid,
        claimCode: claim.claimCode,
      })
      agent.start()
      stage.atEnd(async () => {
        await agent.stop()
        proxy.close()
      })
      return { terminal, outputs, proxy, agent }
    }),
  )
  await eventually(
    'the boxes are there',
    async () => data(await terminals.search({ query: { connected: 'true' } })).content.length >= size.boxes,
    60,
  )

  let isOver = false
  // Each box begins with another kind of trouble, so that a short run sees all of them.
  const trouble = async ({ proxy, agent }: (typeof boxes)[number], index: number) => {
    for (let turn = index; !isOver; turn++) {
      await pause(random.between(300, 2500))
      proxy.become(random.one(LINES))
      const what = TROUBLES[turn % TROUBLES.length]
      if (what === 'stall') {
        proxy.stall()
        await pause(random.between(1000, 5000))
      }
      if (what === 'stall' || what === 'cut') proxy.cut()
      if (what === 'restart') {
        await agent.stop()
        restarts++
        await pause(random.between(0, 1500))
        agent.start()
      }
    }
  }
  const order = async ({ terminal, outputs }: (typeof boxes)[number]) => {
    for (let value = 1; value <= size.commands; value++) {
      await pause(size.every * random.between(0.5, 1.5))
      const { id, address } = outputs[value % OUTPUTS]!
      const ttl = random.one(size.ttls)
      const began = performance.now()
      const answer = await interfaces.actuate({
        params: { e: farm.root, t: terminal.id, i: id },
        body: { value, ttl, hold: 0 },
      })
      if ('refused' in answer) into.refuse(performance.now() - began)
      else
        into.issue(terminal.uid, {
          id: answer.data.id,
          address,
          value,
          sid: '',
          issuedAt: Date.parse(answer.data.issuedUtc),
          ttl,
        })
    }
  }
  const watching = watchOverdue(stage, () => isOver)
  const troubles = boxes.map(trouble)
  await Promise.all(boxes.map(order))
  await until(async () => (await unanswered(stage)) === 0, Math.max(...size.ttls) / 1000 + 6)
  isOver = true
  await Promise.all(troubles)
  const overdue = await watching
  const rows = await stage.rows<{ id: string; state: string }>('select id, state from commands')
  for (const { id, state } of rows) into.show(id, state, 0)
  const sum = (of: (box: (typeof boxes)[number]) => number) => boxes.reduce((total, box) => total + of(box), 0)
  return {
    overdue,
    crashes: server.crashes(),
    faults: {
      restarts,
      cuts: sum(({ proxy }) => proxy.seen.cut),
      'half-open connections': sum(({ proxy }) => proxy.seen.stalled),
    },
  }
}

const unanswered = async ({ rows }: Stage) =>
  (await rows<{ count: number }>(`select count(*)::int as count from commands where state = 'SENT'`))[0]?.count ?? 0

/** How long after its validity a command was still without an end, at the worst; ms. */
async function watchOverdue({ rows }: Stage, isOver: () => boolean): Promise<number> {
  let most = 0
  while (!isOver()) {
    const [row] = await rows<{ overdue: number | null }>(
      `select max(extract(epoch from clock_timestamp() - issued_at) * 1000 - ttl)::float8 as overdue from commands where state = 'SENT'`,
    )
    most = Math.max(most, row?.overdue ?? 0)
    await pause(200)
  }
  return most
}
