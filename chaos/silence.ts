import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { aMosquitto } from '../apps/server/test/mosquitto.ts'
import { aProvider } from '../apps/server/test/provider.ts'
import { aSink } from '../apps/server/test/smtp.ts'
import { fault, never, note, time } from './scenario.ts'
import type { Figure, Order } from './scenario.ts'
import { theDatabase } from './silence/database.ts'
import { anOutside } from './silence/outside.ts'
import { aBox } from './stage/box.ts'
import { aFarm } from './stage/farm.ts'
import { aProxy } from './stage/proxy.ts'
import type { Stage } from './stage/stage.ts'
import { eventually, until } from './stage/until.ts'

const FROZEN = ['BROKER', 'INGEST', 'RULES', 'OUTBOX', 'PROVIDER', 'DATABASE', 'SERVER'] as const
type Frozen = (typeof FROZEN)[number]

/** What the watch says of each, and by which end of the words it is known. */
const NAMED: Readonly<Record<Exclude<Frozen, 'SERVER'>, string>> = {
  BROKER: 'smart box connection',
  INGEST: 'data storage',
  RULES: 'rule evaluation',
  OUTBOX: 'message delivery',
  PROVIDER: 'external watchdog',
  DATABASE: 'database',
}

/** s: between two beats, until a stage is silent, until one that comes back is known to work; and a box's own time-out. */
const SIZES = {
  full: { every: 20, silent: 60, timeOut: 60 },
  brief: { every: 1, silent: 6, timeOut: 5 },
} as const
/** s within which silence is to be heard of; of short minutes as many. */
const NOTICED = 2

interface Seen {
  readonly stage: Frozen
  /** s after the freeze. */
  readonly lastCall: number
  readonly reportedAfter: number
  readonly isNamed: boolean
  readonly recovered: boolean
}

/**
 * Each stage is held still in its turn, the whole server last. Calls outside have to stop, and whoever is in charge has to be
 * told by another way. Besides, a box dies without a word.
 */
export async function silence(stage: Stage, { extent, play }: Order): Promise<readonly Figure[]> {
  const size = SIZES[extent]
  const minute = size.silent
  const most = NOTICED * minute
  const farm = await aFarm(stage.owner)
  await farm.person()
  const outside = await anOutside()
  const sink = await aSink()
  const gateway = await aProvider()
  for (const one of [outside, sink, gateway]) stage.atEnd(() => void one.close())
  const folder = join(stage.folder, 'freeze')
  mkdirSync(folder)
  const mosquitto = play.needs === 'mosquitto' ? await aMosquitto() : undefined
  if (mosquitto) stage.atEnd(() => mosquitto.kill())
  const server = await stage.server({
    HEARTBEAT_URL: outside.url,
    SMTP_URL: sink.url,
    SMS_PROVIDER: gateway.webhook,
    FREEZE: folder,
    ...(mosquitto && { MQTT_URL: mosquitto.url, MQTT_UNPROTECTED: 'on' }),
    ...(extent === 'brief' && { FAIL: `${process.env.FAIL},short_beats,short_waits` }),
  })
  await server.start()
  const database = await theDatabase(stage)
  const terminal = await farm.terminal(['TEMPERATURE'])

  const inProcess = (name: Frozen) => ({
    freeze: () => writeFileSync(join(folder, name), ''),
    thaw: () => rmSync(join(folder, name)),
  })
  const hold = {
    BROKER: mosquitto ?? inProcess('BROKER'),
    INGEST: inProcess('INGEST'),
    RULES: inProcess('RULES'),
    OUTBOX: inProcess('OUTBOX'),
    PROVIDER: outside,
    DATABASE: database,
    SERVER: server,
  }
  const called = (since: number) => outside.last() > since
  const flows = (seconds: number) => {
    const from = performance.now()
    return until(() => called(from), seconds, 50)
  }
  const health = async () => {
    const answer = await fetch(`${server.url}/services/health`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
    return answer?.ok === false ? await answer.text() : ''
  }
  const words = () =>
    sink.received.map(({ mail }) => mail.subject ?? '').filter(subject => subject.includes('Alarm path interrupted'))
  const isOf = (frozen: Frozen, subject: string) =>
    frozen !== 'SERVER' && subject.toLowerCase().includes(`interrupted: ${NAMED[frozen]}`)

  /** A stage stands still for as long as it takes to hear of it, and then for a while. */
  async function held(frozen: Frozen): Promise<Seen> {
    await eventually('heartbeats come through', () => flows(4 * size.every), 4 * minute)
    // As long as it takes to believe that all works.
    await pause(0.6 * minute * 1000)
    const began = performance.now()
    const before = words().length
    hold[frozen].freeze()
    let reportedSeconds = Number.NaN
    let named = frozen === 'SERVER' || frozen === 'DATABASE'
    await until(
      async () => {
        if (
          Number.isNaN(reportedSeconds) &&
          words()
            .slice(before)
            .some(word => isOf(frozen, word))
        )
          reportedSeconds = (performance.now() - began) / 1000
        if (frozen !== 'SERVER') named ||= (await health()).includes(frozen)
        return !Number.isNaN(reportedSeconds) && named
      },
      frozen === 'SERVER' ? 1.2 * minute : 1.2 * most,
      200,
    )
    await pause(Math.max(0, 1.15 * minute * 1000 - (performance.now() - began)))
    const lastCall = Math.max(0, outside.last() - began) / 1000
    hold[frozen].thaw()
    return {
      stage: frozen,
      lastCall,
      reportedAfter: reportedSeconds,
      isNamed: named,
      recovered: await until(() => flows(2 * size.every), 2 * minute, 50),
    }
  }

  const order: readonly Frozen[] = play.mutant ? ['RULES'] : extent === 'brief' ? ['RULES', 'OUTBOX'] : FROZEN
  const seen: Seen[] = []
  for (const one of order) seen.push(await held(one))
  const open = () => stage.rows(`select subject_id from events where problem = 'STAGE_SILENT' and status <> 'CLOSED'`)
  const closes = await until(async () => (await open()).length === 0 && (await health()) === '', 2 * minute, 200)
  // What is told falsely after all is told by then.
  if (!play.mutant) await pause(1.5 * minute * 1000)
  const others = words().filter(word => !order.some(one => isOf(one, word)))
  const again = order.filter(one => words().filter(word => isOf(one, word)).length > 1)

  const missed = play.mutant ? undefined : await aDeadBox(stage, server.mqttPort, terminal, size.timeOut, mosquitto?.port)
  const inside = seen.filter(one => one.stage !== 'SERVER')
  const slowest = (all: readonly number[]) => Math.round(Math.max(0, ...all.filter(Number.isFinite)) * 10) / 10
  return [
    // Who waits for calls notices a minute after the last one.
    never('stages whose silence nobody outside notices', seen.filter(one => one.lastCall + minute > most).length),
    never('stages of whose silence nobody inside is told', inside.filter(one => Number.isNaN(one.reportedAfter)).length),
    never('stages that health does not name', inside.filter(one => !one.isNamed).length),
    never('stages that did not recover', seen.filter(one => !one.recovered).length),
    never('told of what did not stand still', others.length),
    never('told twice of the same', again.length),
    never('events that stay open', closes ? 0 : 1),
    ...(missed === undefined
      ? []
      : [
          never('boxes whose death nobody is told of', Number.isFinite(missed) ? 0 : 1),
          time('until that of a box, s', missed, size.timeOut + 60),
        ]),
    never('crashes of the server', server.crashes()),
    fault('stages held still', seen.length, order.length),
    time('slowest outside, s', slowest(seen.map(one => one.lastCall + minute)), most),
    time('slowest inside, s', slowest(inside.map(one => one.reportedAfter)), most),
    ...seen.map(one => note(`${one.stage}: told after, s`, Math.round(one.reportedAfter * 10) / 10)),
  ]
}

/** A box whose line goes dead, so that no will is sent; answers after how many s its event was there. Infinity: never. */
async function aDeadBox(
  stage: Stage,
  own: number,
  terminal: Parameters<typeof aBox>[0]['terminal'],
  timeOut: number,
  broker = own,
): Promise<number> {
  const line = await aProxy(broker, stage.random)
  stage.atEnd(() => line.close())
  const box = aBox({
    port: line.port,
    terminal,
    readings: 10,
    size: 5,
    belief: 'ack',
    began: Date.now() - 60_000,
    random: stage.random,
  })
  stage.atEnd(() => box.stop())
  box.start()
  await eventually('the box has told what it had', () => box.isWelcome() && box.isDone(), 60)
  // What it never told is no silence.
  await stage.owner.query('update terminals set time_out = $2 where id = $1', [terminal.id, timeOut])
  line.stall()
  const began = performance.now()
  const is = async () =>
    (await stage.rows(`select 1 from events where problem = 'TERMINAL_SILENT' and subject_id = '${terminal.id}'`)).length > 0
  return (await until(is, timeOut + 90, 200)) ? Math.round((performance.now() - began) / 100) / 10 : Infinity
}
