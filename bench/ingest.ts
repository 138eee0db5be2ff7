// How much of PostgreSQL's own speed is left when readings come the whole way: MQTT at QoS 1, checked, each stored exactly once,
// acknowledged after the commit, ten rules evaluated on each, rollups and last values kept.
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { createInbox } from '../apps/server/src/devices/links/inbox.ts'
import type { Handlers } from '../apps/server/src/devices/links/inbox.ts'
import { createLinks } from '../apps/server/src/devices/links/links.ts'
import { embeddedBroker } from '../apps/server/src/platform/broker/embedded.ts'
import type { BrokerEvents } from '../apps/server/src/platform/broker/broker.ts'
import { createJournal } from '../apps/server/src/readings/index.ts'
import type { Reading } from '../apps/server/src/readings/index.ts'
import { baselineTable, copyBaseline } from './baseline.ts'
import { makeBoxes, messages } from './data/barns.ts'
import { durableWorld } from './cluster.ts'
import type { Order } from './publisher.ts'
import { interleaved, median, ratio, whole } from './rounds.ts'
import { rulesOver } from './rules.ts'
import { plainSubscriber } from './subscriber.ts'

const BOXES = 50
const RULES = 10
const HOUR = 3_600_000

export interface IngestOptions {
  readonly rounds: number
  /** Readings of a round with 30 a message, and with one. */
  readonly many: number
  readonly single: number
}

export async function benchIngest({ rounds, many, single }: IngestOptions) {
  const { world, stop } = await durableWorld()
  const child = fork(new URL('publisher.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  try {
    const boxes = await makeBoxes(world.owner, BOXES)
    const journal = createJournal(world)
    const began = Date.now() - 20 * HOUR
    const rules = rulesOver(boxes, RULES, began)
    const follower = journal.follow('bench', rules.handler, { maxReadings: 20_000 })
    const known = createLinks(world.clock)
    for (const box of boxes) known.open(box.uid, { terminalId: box.terminalId, entityId: '1', box: 1 })
    const nothing = async () => undefined
    const handlers: Handlers = {
      'up/hello': nothing,
      'up/state': nothing,
      'up/shadow': nothing,
      'up/ack': nothing,
      'up/time': nothing,
      'up/log': nothing,
      'up/data': (link, data, receivedAt) => journal.store({ terminalId: link.terminalId, data, receivedAt }),
    }
    const incoming = createInbox({ world, quarantine: journal.quarantine, handlers })
    const events: BrokerEvents = {
      login: async () => true,
      message: (uid, topic, payload) => incoming.receive(known.byUid(uid)!, topic, payload),
      disconnected: () => undefined,
      duplicateConnection: () => undefined,
    }
    const broker = embeddedBroker({ config: world.config, clock: world.clock, log: world.log, events, rate: 1e9 })
    await journal.part.start()
    await broker.start()
    await baselineTable(world.owner)
    const plain = await plainSubscriber(RULES)
    /** Rules evaluated a second: while everything is written, and by the plain subscriber. */
    const rates: Record<'durable' | 'plain', number[]> = { durable: [], plain: [] }

    let epoch = 0
    const path = async (readings: number, size: number, window: number): Promise<number> => {
      const order: Order = {
        port: broker.address().port,
        uids: boxes.map(box => box.uid),
        epoch: ++epoch,
        readings: Math.round(readings / BOXES),
        size,
        window,
        from: began + epoch * HOUR,
      }
      await tell(child, order)
      await world.owner.query('checkpoint')
      const steps = rules.steps()
      const start = performance.now()
      const { seconds } = (await tell(child, 'go')) as { seconds: number } // safe: its answer to go
      while (follower.cursor() < journal.settled()) await pause(1)
      const behind = (performance.now() - start) / 1000 - seconds
      const rate = (rules.steps() - steps) / (seconds + behind)
      if (size > 1) rates.durable.push(rate)
      console.log(
        `    ${size} a message: acknowledged in ${seconds.toFixed(2)} s, rules ${(behind * 1000).toFixed(0)} ms behind,` +
          ` ${whole(rate)} rules/s, ${Math.round(process.memoryUsage().rss / 1e6)} MB`,
      )
      return (order.readings * BOXES) / (seconds + behind)
    }
    /** The same messages to the subscriber that only compares. */
    const compare = async (): Promise<number> => {
      const order: Order = {
        port: plain.port,
        uids: boxes.map(box => box.uid),
        epoch: ++epoch,
        readings: Math.round(many / BOXES),
        size: 30,
        window: 8,
        from: began + epoch * HOUR,
      }
      await tell(child, order)
      const from = plain.readings()
      const compared = plain.comparisons()
      const start = performance.now()
      await tell(child, 'go')
      while (plain.readings() - from < order.readings * BOXES) await pause(1)
      const seconds = (performance.now() - start) / 1000
      rates.plain.push((plain.comparisons() - compared) / seconds)
      return (order.readings * BOXES) / seconds
    }
    const rows = rowsOf(
      boxes.map(box => box.interfaceIds),
      Math.round(many / BOXES),
      began,
    )
    console.log(`ingest: ${BOXES} boxes, ${RULES} rules a reading, every commit on disk`)
    const [copied, thirty, one] = await interleaved(
      [
        {
          name: 'two connections, binary COPY of 5,000',
          run: async round => {
            await world.owner.query('checkpoint')
            return copyBaseline(world.ingest, rows(round + 1))
          },
        },
        { name: 'the whole way, 30 readings a message', run: () => path(many, 30, 8) },
        { name: 'the whole way, 1 reading a message', run: () => path(single, 1, 64) },
        { name: 'a plain subscriber that only compares, 30 a message', run: compare },
      ],
      rounds,
      'readings/s',
    )
    ratio('30 a message : COPY', thirty! / copied!, 0.5)
    ratio('1 a message : COPY', one! / copied!, 0.2)
    const [durable, plainly] = [median(rates.durable), median(rates.plain)]
    console.log(`  rules a second, everything written: ${whole(durable)}; compared by a plain subscriber: ${whole(plainly)}`)
    console.log(`  ${'rules, everything written : plain subscriber'.padEnd(58)} ${(durable / plainly).toFixed(2).padStart(10)}`)
    await plain.stop()
    await broker.stop()
    await journal.part.stop()
    return { copied: copied!, thirty: thirty!, one: one! }
  } finally {
    child.kill()
    await stop()
  }
}

/** The rows that the whole way makes of the same messages, box by box as they come in. */
const rowsOf =
  (boxes: readonly (readonly string[])[], readings: number, began: number) =>
  (round: number): Reading[] => {
    const rows: Reading[] = []
    const all = boxes.map(ids => ({ ids, messages: messages(round, readings, 30, began + round * HOUR) }))
    for (let left = true; left;) {
      left = false
      for (const { ids, messages } of all) {
        const { value: data, done } = messages.next()
        if (done || !data) continue
        left = true
        for (const [index, item] of data.r.entries())
          if (item) {
            const interfaceId = Number(ids[item[0]]!)
            rows.push({
              interfaceId,
              ts: data.t + item[1],
              epoch: round,
              seq: data.s + index,
              value: Number(item[2]),
              text: null,
              flags: 16,
            })
          }
      }
    }
    return rows
  }

const tell = (child: ChildProcess, message: Order | 'go') =>
  new Promise<unknown>((done, fail) => {
    const gone = () => fail(new Error('the publisher ended'))
    child.once('exit', gone)
    child.once('message', answer => {
      child.off('exit', gone)
      done(answer)
    })
    child.send(message)
  })
