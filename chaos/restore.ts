import { spawn } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { coverage } from '@steading/contract/box/messages'
import { createDatabase, dropDatabase } from '../apps/server/test/cluster.ts'
import { aSink } from '../apps/server/test/smtp.ts'
import { fault, never, note, time } from './scenario.ts'
import type { Figure, Order } from './scenario.ts'
import { aBox } from './stage/box.ts'
import { aFarm } from './stage/farm.ts'
import { auditReadings, booked } from './stage/ledger.ts'
import { aProxy } from './stage/proxy.ts'
import type { Stage } from './stage/stage.ts'
import { eventually, until } from './stage/until.ts'

/** Readings before the backup, while it is written and after it: the last ones are lost with the database. */
const SIZES = {
  full: { boxes: 20, before: 200_000, during: 2000, after: 5000 },
  brief: { boxes: 5, before: 3000, during: 50, after: 300 },
} as const

const MESSAGE = 10
const WITHIN = 240
/** s after which the message that waits in the backup is due. */
const DUE = 10
/** s within which a message that is due leaves. */
const SENT_WITHIN = 8

/**
 * A backup by the command while readings come in; then database and files are lost, the command restores them, and boxes go on.
 * Nothing stored before the backup may be missing, nothing doubled, and no message or command of before goes out again.
 */
export async function restore(stage: Stage, { extent }: Order): Promise<readonly Figure[]> {
  const size = SIZES[extent]
  const farm = await aFarm(stage.owner)
  const sink = await aSink()
  stage.atEnd(() => sink.close())
  const server = await stage.server({ SMTP_URL: sink.url })
  const line = await aProxy(server.mqttPort, stage.random)
  stage.atEnd(() => line.close())
  await server.start()
  const boxes = await Promise.all(
    Array.from({ length: size.boxes }, async () =>
      aBox({
        port: line.port,
        terminal: await farm.terminal(['TEMPERATURE', 'TEMPERATURE', 'FAN_RELAY']),
        readings: Infinity,
        size: MESSAGE,
        belief: 'ack',
        began: Date.now() - 3_600_000,
        random: stage.random,
      }),
    ),
  )
  for (const box of boxes) box.start()
  const stored = (least: number) => eventually(`${least} readings`, async () => (await booked(stage)) >= least, WITHIN)
  await stored(size.before)

  await queueMessage(stage, farm.root)
  await sendCommand(stage, boxes[0]!.terminal)
  const due = performance.now() + DUE * 1000
  const atBackup = boxes.map(box => ({ terminal: box.terminal, deleted: box.deleted() }))
  const bookedBefore = await booked(stage)
  const folder = join(stage.folder, 'backups')
  await command(stage, 'backup', ['--to', folder])
  const bookedDuring = (await booked(stage)) - bookedBefore
  await stored(bookedBefore + bookedDuring + size.after)
  await until(() => performance.now() > due && sink.received.length > 0, DUE + SENT_WITHIN)
  const sentBefore = sink.received.length

  await server.kill('SIGKILL')
  for (const box of boxes) box.stop()
  const ordered = boxes.reduce((sum, box) => sum + box.foreign(), 0)
  await destroy(stage)
  const began = performance.now()
  const [name] = readdirSync(folder)
  await command(stage, 'restore', ['--from', join(folder, name!)])
  const bookedThen = await booked(stage)
  const { total: rowsThen } = await readingRows(stage)
  await server.start()
  const seconds = (performance.now() - began) / 1000
  for (const box of boxes) box.start()
  const isBack = await until(() => boxes.every(box => box.isWelcome()), 60)
  await stored(bookedThen + size.during)
  await pause(SENT_WITHIN * 1000)
  for (const box of boxes) box.finish()
  await until(() => boxes.every(box => box.isDone()), WITHIN)
  for (const box of boxes) box.stop()

  const { duplicates, wrong } = await auditReadings(stage, boxes)
  const { missing } = await auditReadings(
    stage,
    atBackup.map(({ terminal, deleted }) => ({ terminal, deleted: () => deleted })),
  )
  const lost = boxes.reduce((sum, box, index) => {
    const { deleted } = atBackup[index]!
    const later = deleted.reduce((left, range) => coverage.without(left, range), box.deleted())
    return sum + later.reduce((count, [first, last]) => count + last - first + 1, 0)
  }, 0)
  return [
    never('acknowledged before the backup and missing', missing),
    never('booked in the backup without their reading', bookedThen - rowsThen),
    never('duplicates', duplicates),
    never('other than what was sent', wrong),
    never('messages of before the backup that went out again', sink.received.length - sentBefore),
    never('commands of before the backup that went out again', boxes.reduce((sum, box) => sum + box.foreign(), 0) - ordered),
    never('boxes that did not come back', isBack ? 0 : boxes.filter(box => !box.isWelcome()).length),
    never('crashes of the server that nobody caused', server.crashes()),
    fault('readings stored while the backup was written', bookedDuring, size.during),
    fault('messages that waited in the backup and went out after it', sentBefore, 1),
    note('readings acknowledged after the backup began', lost),
    note('readings in the backup', rowsThen),
    time('from nothing to a server that answers, s', seconds, 300),
  ]
}

/** A message that waits in the backup, about an alarm that is open. */
const queueMessage = ({ owner }: Stage, root: string) =>
  owner.query(
    `with event as (insert into events (entity_id, title, severity, category, source, status, open_date)
       values ($1, 'Too hot', 'CRITICAL', 'CLIMATE', 'RULE', 'OPEN', now()) returning id)
     insert into notifications (key, event_id, entity_id, channel, recipient, subject, text, state, due_at, created_at)
     select 'waits', id, $1, 'MAIL', 'keeper@steading.example', 'Too hot', 'House 1', 'QUEUED', now() + $2 * interval '1 second', now()
     from event`,
    [root, DUE],
  )

/** A command that nobody has answered when the backup is taken. */
const sendCommand = ({ owner }: Stage, { id, interfaceIds }: { id: string; interfaceIds: readonly string[] }) =>
  owner.query(
    `insert into commands (id, interface_id, terminal_id, sid, n, value, issued_at, ttl, hold)
     values ('01K000000000000000000000AA', $1, $2, 'former', 7, '1', now(), 30000, 0)`,
    [interfaceIds.at(-1), id],
  )

async function readingRows({ rows }: Stage): Promise<{ total: number }> {
  const [row] = await rows<{ total: number }>(`select count(*)::int as total from readings`)
  return row!
}

/** The database is gone, and with it the server's folder; an empty database stands in its place. */
async function destroy(stage: Stage) {
  await dropDatabase(stage.databaseUrl)
  rmSync(join(stage.folder, 'server'), { recursive: true, force: true })
  const { pathname } = new URL(stage.databaseUrl)
  await createDatabase(stage.databaseUrl.replace(/[^/]*$/, 'postgres'), pathname.slice(1))
}

/** A command of the operator, as one runs it, changed as MUTANT and FAIL say. */
async function command(stage: Stage, name: 'backup' | 'restore', options: readonly string[]) {
  const child = spawn(process.execPath, ['--import', './chaos/mutate.ts', `tools/${name}.ts`, ...options], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      LOG_LEVEL: 'fatal',
      DATABASE_URL: stage.databaseUrl,
      DATA_DIR: join(stage.folder, 'server'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let words = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (words += chunk.toString()))
  const code = await new Promise<number | null>(done => child.once('exit', done))
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${words}`)
}
