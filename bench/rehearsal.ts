// How long it takes to try an alarm of four lines on 90 days of a reading a minute: over HTTP until the result is there, the
// first time and again with another limit. Beside it only reading the same rows, with nothing done about them.
import { client } from '@steading/contract/http/client'
import { rehearsal } from '@steading/contract/rules/rehearsal'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { to as copyTo } from 'pg-copy-streams'
import { buildApp } from '../apps/server/src/app/app.ts'
import { loadHistory } from '../apps/server/src/readings/index.ts'
import { makeBoxes } from './data/barns.ts'
import { durableWorld } from './cluster.ts'
import { wireOf } from './person.ts'
import { interleaved, ratio } from './rounds.ts'

const DAY = 86_400_000
const DAYS = 90
const STEPS = 1_440
const LINES = 4

export async function benchRehearsal({ rounds }: { readonly rounds: number }) {
  const { world, stop } = await durableWorld()
  try {
    const [box] = await makeBoxes(world.owner, 1)
    const ids = box!.interfaceIds.slice(0, LINES)
    await world.owner.query('update interfaces set every = 60')
    const until = Math.floor(Date.now() / DAY) * DAY
    const loaded = await loadHistory(world, Readable.from(history(ids.map(Number), until - DAYS * DAY)))
    console.log(`rehearsal: an alarm of ${LINES} lines over ${DAYS} days, ${loaded.readings} readings`)
    await world.owner.query('analyze')
    const app = await buildApp(world)
    await app.start()
    const { port } = app.http.server.address() as AddressInfo // safe: it listens on TCP
    const api = client(rehearsal, await wireOf(world.owner, port))
    const { rows } = await world.owner.query<{ place: string; template: string }>(
      `select (select id::text from entities where parent_id is null) as place,
        (select id::text from rule_templates where engine = 'ALARM_WITHOUT_ACTUATION' and entity_id is null) as template`,
    )
    const { place, template } = rows[0]!
    let limit = 24
    const rule = () => ({
      rootEntityId: place,
      templateId: template,
      terminalId: box!.terminalId,
      eventConfiguration: {},
      inputs: [
        {
          id: 'lines',
          value: ids.map(interfaceId => ({ interfaceId, logicOperator: 'GREATER', inputValue: limit, permanenceTime: '00:10' })),
        },
      ],
    })
    let summary = ''
    const tried = async (days: 30 | 90) => {
      limit += 0.01
      const began = performance.now()
      const answer = await api.rehearse({ body: { rule: rule(), days } })
      if (!('data' in answer)) throw new Error('refused')
      for await (const message of answer.data)
        if (message.type === 'result')
          summary = `${message.result.readings} readings, ${message.result.draft.eventCount} events, ${message.result.draft.messages.length} people told`
      return performance.now() - began
    }
    const alone = async () => {
      const began = performance.now()
      const connection = await world.pool.connect()
      const copy = copyTo(
        `copy (select interface_id, ts, value, flags from readings where interface_id in (${ids.join()})
          and ts >= '${new Date(until - DAYS * DAY).toISOString()}' order by ts) to stdout (format binary)`,
      )
      let size = 0
      for await (const chunk of connection.query(copy) as AsyncIterable<Buffer>) size += chunk.length
      connection.release()
      return size > 0 ? performance.now() - began : NaN
    }
    await tried(30)
    const [first, again, only] = await interleaved(
      [
        // Another span before it: the history that is kept is of no use.
        { name: 'tried, the history read', run: async () => (await tried(30), tried(90)) },
        { name: 'tried again with another limit', run: () => tried(90) },
        { name: 'the same rows only read, in their order', run: alone },
      ],
      rounds,
      'ms',
    )
    console.log(`  ${summary}`)
    ratio('seconds', first! / 1000, 2)
    ratio('tried : only read', first! / only!, 1)
    ratio('tried again : tried', again! / first!, 0.5)
    await app.stop()
  } finally {
    await stop()
  }
}

const valueOf = (id: number, step: number) => Math.round(1000 * (20 + 5 * Math.sin((step + id * 40) / 225))) / 1000

/** Samples day by day, as blocks of history. */
function* history(ids: readonly number[], from: number): Generator<Buffer> {
  for (let day = 0; day < DAYS; day++)
    yield Buffer.concat(
      ids.map(id => {
        const block = Buffer.alloc(24 + 8 * STEPS)
        block.writeUInt32LE(id, 0)
        block.writeUInt32LE(1, 4)
        block.writeDoubleLE(from + day * DAY, 8)
        block.writeUInt32LE(STEPS, 16)
        block.writeUInt32LE(60, 20)
        for (let step = 0; step < STEPS; step++) block.writeDoubleLE(valueOf(id, day * STEPS + step), 24 + 8 * step)
        return block
      }),
    )
}
