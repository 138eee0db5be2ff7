import { setTimeout as pause } from 'node:timers/promises'
import { aProvider } from '../apps/server/test/provider.ts'
import { aSink } from '../apps/server/test/smtp.ts'
import { fault, guarantee, never, note, time } from './scenario.ts'
import type { Figure, Order } from './scenario.ts'
import { aFarm, PERSON } from './stage/farm.ts'
import type { Stage } from './stage/stage.ts'
import { eventually, percentile, until } from './stage/until.ts'
import { arrivals, watchOutbox } from './storm/arrivals.ts'
import { stormBox } from './storm/box.ts'
import type { StormBox } from './storm/box.ts'
import { LIMIT, manyPlaces } from './storm/places.ts'
import { aVisitor } from './storm/visitor.ts'

interface Size {
  readonly boxes: number
  readonly farms: number
  readonly enterprises: number
  /** s within which all of them cross the limit. */
  readonly within: number
  /** Messages with cost of an enterprise's day, before the reserve of what is CRITICAL. */
  readonly budget: number
  /** ms that the gateway thinks about each message: so that they have to wait for each other. */
  readonly thinks: number
}
const SIZES = {
  full: { boxes: 5000, farms: 200, enterprises: 25, within: 10, budget: 12, thinks: 50 },
  mutated: { boxes: 600, farms: 24, enterprises: 3, within: 1, budget: 20, thinks: 2000 },
  brief: { boxes: 250, farms: 10, enterprises: 2, within: 1, budget: 6, thinks: 300 },
} as const satisfies Record<string, Size>

const RESERVE = 100
/** Every so manieth box stands where it is CRITICAL. */
const CRITICAL = 5
const CONNECTING = 100
/** ms between two readings of a value that flaps. */
const FLAP = 1000
/** s that it flaps at least. */
const FLAPS = 3
/** Mails of a minute to one recipient: four that come at once, and digests, those of what is CRITICAL every 5 s. */
const MAILS = 4 + 1 + 12
/** s until the last of them is out: what waits to go out together waits for a minute. */
const OVER = { full: 1800, mutated: 300 }

/**
 * It gets too hot on all farms within seconds: boxes tell it by rules of their own, over MQTT, some of them twice, some with
 * values that swing about the limit, some over connections that break. Every keeper hears by mail and by SMS.
 */
export async function storm(stage: Stage, { extent, play }: Order): Promise<readonly Figure[]> {
  const size: Size = extent === 'brief' ? SIZES.brief : play.mutant ? SIZES.mutated : SIZES.full
  const { random } = stage
  const farm = await aFarm(stage.owner)
  await farm.person()
  const houses = await manyPlaces(stage, farm, { ...size, critical: CRITICAL })
  const gateway = await aProvider({ thinks: size.thinks })
  const sink = await aSink()
  for (const one of [gateway, sink]) stage.atEnd(() => void one.close())
  const server = await stage.server({
    SMTP_URL: sink.url,
    SMS_PROVIDER: gateway.webhook,
    NOTIFY_BUDGET: String(size.budget),
    NOTIFY_RESERVE: String(RESERVE),
    PUBLIC_URL: 'https://farm.example',
  })
  await server.start()

  const boxes = houses.map(({ terminal, rule }) => stormBox({ port: server.mqttPort, terminal, rule, random }))
  stage.atEnd(() => boxes.forEach(box => box.stop()))
  for (let from = 0; from < boxes.length; from += CONNECTING) {
    const some = boxes.slice(from, from + CONNECTING)
    for (const box of some) box.start()
    await eventually('the boxes are welcome', () => some.every(box => box.isWelcome()), 60)
    for (const box of some) box.read(LIMIT - 10)
  }
  await eventually('what was before is stored', () => boxes.every(box => box.isDone()), 60)

  const visitor = await aVisitor(server.url, PERSON)
  const quiet = await visitor.visits(3)
  const watched = watchOutbox(stage)
  const busy = visitor.begin()
  const began = Date.now()
  const used = server.cpu()
  /** UTC ms at which each box read what is too hot. */
  const crossed = boxes.map(() => Number.NaN)
  let flaps = 0
  const cross = async (box: StormBox, index: number) => {
    await pause(random.between(0, size.within * 1000))
    crossed[index] = Date.now()
    box.read(LIMIT + 5)
    const kind = Math.floor(index / CRITICAL) % 10
    if (kind === 1) box.again()
    if (kind === 2) box.cut()
    if (kind === 3) box.retell()
    if (kind !== 4 && kind !== 5) return
    // At the limit, up and down.
    for (let n = 0; Date.now() < began + Math.max(size.within, FLAPS) * 1000; n++) {
      await pause(FLAP)
      flaps++
      box.read(n % 2 === 0 ? LIMIT - 1 : LIMIT + 1)
    }
  }
  await Promise.all(boxes.map(cross))
  const sent = (Date.now() - began) / 1000
  await until(() => boxes.every(box => box.isDone()), 120, 50)
  const stored = (Date.now() - began) / 1000
  const isOver = async () => {
    const [{ open, left }] = (await stage.rows<{ open: number; left: number }>(
      `select (select count(*)::int from events where source = 'RULE' and rule_id is not null) as open,
         (select count(*)::int from notifications where state = 'QUEUED' and channel <> 'HEARTBEAT') as left`,
    )) as [{ open: number; left: number }]
    return open >= boxes.length && left === 0
  }
  await until(isOver, play.mutant || extent === 'brief' ? OVER.mutated : OVER.full, 250)
  const over = (Date.now() - began) / 1000
  const work = server.cpu() - used
  const answers = await busy.stop()
  await watched.stop()
  const { took } = gateway
  const { written } = watched
  const came = await arrivals(stage, houses, { crossed, written, took, mails: sink.received })
  const sum = (of: (box: StormBox) => number) => boxes.reduce((all, box) => all + of(box), 0)
  const ms = (all: readonly number[], share: number) => Math.round(percentile(all, share))
  return [
    never('boxes that nobody was told of', came.untold),
    never('told twice', came.twice),
    never('CRITICAL withheld', came.criticalWithheld),
    never('alarms of which a digest says nothing', came.unsaid),
    guarantee('others that the budget stopped', came.othersWithheld, { least: 1 }),
    guarantee('mails of a minute to one recipient', came.mostMails, { most: MAILS }),
    guarantee('others written down before what is CRITICAL', came.overtaken, { most: size.boxes / 10 }),
    never('crashes of the server', server.crashes()),
    time('p99 of CRITICAL to the first recipient, ms', ms(came.critical, 0.99), 10_000),
    time('p95 of the API meanwhile, ms', ms(answers, 0.95), 500),
    time('calls of the API that failed', visitor.failed(), 0),
    fault('boxes', boxes.length, size.boxes),
    fault('alarms CRITICAL', came.critical.length, Math.floor(size.boxes / CRITICAL)),
    fault(
      'told again by boxes',
      sum(box => box.repeated()),
      size.boxes / 5,
    ),
    fault('readings that flap', flaps, size.boxes / 10),
    fault('mails in which several go together', came.digests, size.farms),
    fault('calls of the API meanwhile', answers.length, 20),
    // What is CRITICAL is written down first, so that the order of sending hardly matters here: S4 judges that.
    note('SMS of others before what is CRITICAL', watched.overtaken(took, came.graveKeys)),
    note('p99 of CRITICAL until written down, ms', ms(came.criticalWritten, 0.99)),
    note('median of CRITICAL, ms', ms(came.critical, 0.5)),
    note('slowest CRITICAL, ms', ms(came.critical, 1)),
    note('p99 of others, ms', ms(came.others, 0.99)),
    note('p95 of the API before, ms', ms(quiet, 0.95)),
    note('mails', sink.received.length),
    note('SMS', took.length),
    note('CPU of the server for each alarm, ms', Math.round((work * 1000) / boxes.length)),
    note('s until all crossed', Math.round(sent * 10) / 10),
    note('s until all is stored', Math.round(stored * 10) / 10),
    note('s until all are out', Math.round(over * 10) / 10),
  ]
}
