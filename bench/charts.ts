// How long a chart takes: ten interfaces over a month and over a year, asked over HTTP and decoded by the typed client. Beside it,
// what PostgreSQL alone needs to make the same means out of the readings, and InfluxDB where it is installed.
import { client } from '@steading/contract/http/client'
import { readings as contract } from '@steading/contract/devices/readings'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buildApp } from '../apps/server/src/app/app.ts'
import { loadHistory } from '../apps/server/src/readings/index.ts'
import { makeBoxes } from './data/barns.ts'
import { sampleBlock } from './data/blocks.ts'
import { durableWorld } from './cluster.ts'
import { influx } from './influx.ts'
import type { Sample } from './influx.ts'
import { wireOf } from './person.ts'
import { interleaved, ratio } from './rounds.ts'

const DAY = 86_400_000
const DAYS = 365
/** A sample a minute. */
const STEPS = 1_440
const STEP = DAY / STEPS
const ASKED = 10

export interface ChartOptions {
  readonly rounds: number
  /** Calls of a round; what counts is their mean. */
  readonly calls: number
}

export async function benchCharts({ rounds, calls }: ChartOptions) {
  const { world, stop } = await durableWorld()
  try {
    const [box] = await makeBoxes(world.owner, 1)
    const interfaceIds = box!.interfaceIds.slice(0, ASKED)
    const until = Math.floor(Date.now() / DAY) * DAY
    const loaded = await loadHistory(world, Readable.from(year(interfaceIds.map(Number), until - DAYS * DAY)))
    console.log(`charts: ${ASKED} interfaces, ${loaded.readings} readings loaded in ${loaded.seconds.toFixed(1)} s`)
    const app = await buildApp(world)
    await app.start()
    const { port } = app.http.server.address() as AddressInfo // safe: it listens on TCP
    const api = client(contract, await wireOf(world.owner, port))

    let points = 0
    const chart = (days: number) => async () => {
      const query = { interfaceIds, fromDate: new Date(until - days * DAY).toISOString(), toDate: new Date(until).toISOString() }
      const began = performance.now()
      for (let call = 0; call < calls; call++) {
        const answer = await api.series({ query })
        if ('data' in answer) points = answer.data.reduce((sum, series) => sum + series.times.length, 0)
      }
      return ((performance.now() - began) / calls) * 1000
    }
    const fromReadings = (days: number, width: string) => async () => {
      const began = performance.now()
      await world.pool.query(
        `select interface_id, date_trunc($1, ts) as bucket, avg(value), min(value), max(value) from readings
         where interface_id = any ($2::int4[]) and ts >= $3 and ts < $4 group by 1, 2 order by 1, 2`,
        [width, interfaceIds, new Date(until - days * DAY), new Date(until)],
      )
      return (performance.now() - began) * 1000
    }
    const peer = await influx(samples(interfaceIds.map(Number), until - DAYS * DAY))
    const peers = (days: number, width: '5m' | '1h' | '1d') => async () => {
      const began = performance.now()
      await peer?.means(until - days * DAY, until, width)
      return (performance.now() - began) * 1000
    }
    for (const call of [chart(30), chart(365), peers(30, '1h'), peers(DAYS, '1d')]) await call()
    const [month, monthAlone, all, allAlone, monthPeer, monthFine, allPeer, allFine] = await interleaved(
      [
        { name: 'a month × 10 over HTTP', run: chart(30) },
        { name: 'the same out of the readings, SQL alone', run: fromReadings(30, 'hour') },
        { name: 'a year × 10 over HTTP', run: chart(DAYS) },
        { name: 'the same out of the readings, SQL alone', run: fromReadings(DAYS, 'day') },
        ...(peer
          ? [
              { name: 'InfluxDB, a month × 10 by the hour', run: peers(30, '1h') },
              { name: 'InfluxDB, a month × 10 by 5 minutes', run: peers(30, '5m') },
              { name: 'InfluxDB, a year × 10 by the day', run: peers(DAYS, '1d') },
              { name: 'InfluxDB, a year × 10 by 5 minutes', run: peers(DAYS, '5m') },
            ]
          : []),
      ],
      rounds,
      'µs',
    )
    await chart(30)()
    console.log(`  points of the month: ${points}`)
    await chart(DAYS)()
    console.log(`  points of the year: ${points}`)
    ratio('SQL alone : month over HTTP', monthAlone! / month!, 1)
    ratio('SQL alone : year over HTTP', allAlone! / all!, 1)
    if (peer) {
      ratio('InfluxDB by the hour : month over HTTP', monthPeer! / month!, 1)
      ratio('InfluxDB by 5 minutes : month over HTTP', monthFine! / month!, 10)
      ratio('InfluxDB by the day : year over HTTP', allPeer! / all!, 1)
      ratio('InfluxDB by 5 minutes : year over HTTP', allFine! / all!, 20)
      await peer.stop()
    } else console.log('  InfluxDB is not installed: not compared')
    await app.stop()
  } finally {
    await stop()
  }
}

const valueOf = (id: number, step: number) => Math.round(1000 * (20 + 5 * Math.sin((step + id) / 225))) / 1000

function* samples(ids: readonly number[], from: number): Generator<Sample> {
  for (let step = 0; step < DAYS * STEPS; step++)
    for (const id of ids) yield { id, ts: from + step * STEP, value: valueOf(id, step) }
}

/** A year of samples, day by day, as blocks of history. */
function* year(ids: readonly number[], from: number): Generator<Buffer> {
  for (let day = 0; day < DAYS; day++)
    yield Buffer.concat(
      ids.map(id =>
        sampleBlock(id, { start: from + day * DAY, step: STEP, count: STEPS }, step => valueOf(id, day * STEPS + step)),
      ),
    )
}
