// InfluxDB 1.x beside us, where it is installed (Debian: influxdb): the same readings, its own HTTP answers decoded as JSON.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../apps/server/src/platform/network/freePort.ts'

export interface Sample {
  readonly id: number
  /** ms */
  readonly ts: number
  readonly value: number
}

const LINES = 20_000
const STARTS_WITHIN = 30_000

export async function influx(samples: Iterable<Sample>) {
  if (spawnSync('influxd', ['version']).status !== 0) return undefined
  const dir = mkdtempSync(join(tmpdir(), 'steading-influx-'))
  const http = await freePort()
  const rpc = await freePort()
  const child = spawn('influxd', ['run'], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      HOME: dir,
      INFLUXDB_REPORTING_DISABLED: 'true',
      INFLUXDB_BIND_ADDRESS: `127.0.0.1:${rpc}`,
      INFLUXDB_META_DIR: join(dir, 'meta'),
      INFLUXDB_DATA_DIR: join(dir, 'data'),
      INFLUXDB_DATA_WAL_DIR: join(dir, 'wal'),
      INFLUXDB_HTTP_BIND_ADDRESS: `127.0.0.1:${http}`,
      INFLUXDB_HTTP_LOG_ENABLED: 'false',
    },
  })
  const ended = new Promise<void>(done => child.once('exit', () => done()))
  const base = `http://127.0.0.1:${http}`
  const post = async (path: string, body: string | URLSearchParams) => {
    const answer = await fetch(base + path, { method: 'POST', body })
    if (!answer.ok) throw new Error(`InfluxDB: ${answer.status} ${await answer.text()}`)
    return answer
  }
  await answering(`${base}/ping`)
  await post('/query', new URLSearchParams({ q: 'create database bench' }))
  let lines: string[] = []
  const flush = async () => {
    if (lines.length > 0) await post('/write?db=bench&precision=ms', lines.join('\n'))
    lines = []
  }
  for (const { id, ts, value } of samples) if (lines.push(`reading,id=${id} value=${value} ${ts}`) === LINES) await flush()
  await flush()
  return {
    /** Means of all series over a span, in buckets of this width; answers the points that came. */
    async means(from: number, to: number, width: '5m' | '1h' | '1d'): Promise<number> {
      const q = `select mean(value), min(value), max(value) from reading where time >= ${from}ms and time < ${to}ms group by id, time(${width})`
      const answer = await post('/query?db=bench&epoch=ms', new URLSearchParams({ q }))
      const { results } = (await answer.json()) as { results: { series: { values: unknown[] }[] }[] } // safe: InfluxDB's own form
      return results[0]!.series.reduce((sum, sery) => sum + sery.values.length, 0)
    },
    async stop() {
      child.kill('SIGKILL')
      await ended
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function answering(url: string) {
  for (const began = performance.now(); performance.now() - began < STARTS_WITHIN; await pause(100))
    if (
      await fetch(url).then(
        answer => answer.ok,
        () => false,
      )
    )
      return
  throw new Error('InfluxDB does not start')
}
