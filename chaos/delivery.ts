import { setTimeout as pause } from 'node:timers/promises'
import { join } from 'node:path'
import { buildWorld } from '../apps/server/src/app/world.ts'
import { alarmNotification, createOutbox } from '../apps/server/src/outbox/index.ts'
import type { Alarm } from '../apps/server/src/outbox/index.ts'
import { systemActor } from '../apps/server/src/platform/actor.ts'
import { readConfig } from '../apps/server/src/platform/config/config.ts'
import { createLogger } from '../apps/server/src/platform/log.ts'
import { aProvider } from '../apps/server/test/provider.ts'
import type { FakeProvider, Manner, Took } from '../apps/server/test/provider.ts'
import { aSink } from '../apps/server/test/smtp.ts'
import type { Received } from '../apps/server/test/smtp.ts'
import { aPostman } from './delivery/postman.ts'
import { fault, guarantee, never, note } from './scenario.ts'
import type { Figure, Order } from './scenario.ts'
import { aFarm } from './stage/farm.ts'
import type { Stage } from './stage/stage.ts'
import { until } from './stage/until.ts'

interface Size {
  readonly alarms: number
  readonly people: number
  /** Kills while a message was taken and not yet marked, and kills at any time of the hour. */
  readonly kills: readonly [number, number]
  /** Of virtual time, s. */
  readonly step: number
}
const SIZES = {
  full: { alarms: 500, people: 100, kills: [8, 12], step: 10 },
  mutated: { alarms: 120, people: 30, kills: [3, 3], step: 30 },
  brief: { alarms: 30, people: 15, kills: [2, 1], step: 60 },
} as const satisfies Record<string, Size>

const HOUR = 3600
const PHASES: readonly (Manner | 'gone')[] = [
  'gone',
  { kind: 'hang' },
  { kind: 'answer', status: 500 },
  { kind: 'answer', status: 429, retryAfter: '60' },
  { kind: 'dropAfter' },
]
const CHANNELS = ['SMS', 'WHATSAPP', 'MAIL'] as const
const RECOVERY = 60
/** More than the lanes of a channel, and what one of them asked whether the way is there again. */
const AHEAD = 33

/**
 * An hour of virtual time in which providers break in every way and the worker dies: SMS by a gateway that honours keys,
 * WhatsApp by one that does not, mail. Nothing may be lost; what came twice says so.
 */
export async function delivery(stage: Stage, { extent, play }: Order): Promise<readonly Figure[]> {
  const size: Size = extent === 'brief' ? SIZES.brief : play.mutant ? SIZES.mutated : SIZES.full
  const start = Date.UTC(2026, 6, 6, 10)
  let now = start
  const clock = { now: () => now, mono: () => now }

  const ways = await theWays(stage)
  const settings = {
    DATABASE_URL: stage.databaseUrl,
    DATA_DIR: join(stage.folder, 'server'),
    HTTP_PORT: '0',
    MQTT_PORT: '0',
    SMTP_URL: ways.mail.url,
    SMS_PROVIDER: ways.keyed.address,
    WHATSAPP_PROVIDER: ways.unkeyed.address,
    NOTIFY_BUDGET: '100000',
    PUBLIC_URL: 'https://farm.example',
    LOG_LEVEL: 'fatal',
  }
  // Tells, and sends nothing itself: its part does not run.
  const config = readConfig(settings)
  const world = await buildWorld({ config, databaseUrl: stage.databaseUrl, clock, log: createLogger('silent') })
  stage.atEnd(() => world.close())
  const post = createOutbox(world)
  const system = systemActor('chaos')
  const farm = await aFarm(stage.owner)
  const people = await thePeople(stage, farm.root, size.people)
  const postman = aPostman(settings, clock.now)
  stage.atEnd(() => postman.kill())

  let alarmCount = 0
  /** One alarm: to somebody by SMS, and to two who are nobody's, by WhatsApp and by mail. */
  async function alarm() {
    const n = alarmCount++
    const severity = n % 5 === 0 ? 'CRITICAL' : 'MAJOR'
    const [event] = await stage.rows<{ id: string; occurrence: string }>(
      `with event as (insert into events (entity_id, title, severity, category, source, status, open_date)
         values ($1, $2, $3, 'CLIMATE', 'RULE', 'OPEN', $4) returning id),
       occurrence as (insert into event_occurrences (event_id, key, ts) select id, $2, $4 from event returning id)
       select event.id::text, occurrence.id::text as occurrence from event, occurrence`,
      [farm.root, `Alarm ${n}`, severity, new Date(now)],
    )
    const who = n % size.people
    const on = (type: (typeof CHANNELS)[number], usersList: string[], contactsList: string[]) =>
      ({
        type,
        status: 'ACTIVE',
        notifyResponsible: false,
        recurrence: 0,
        properties: { usersList, contactsList, subject: '', body: '' },
      }) as const
    const at = new Date(now)
    const alarm: Alarm = {
      eventId: event!.id,
      occurrenceId: event!.occurrence,
      entityId: farm.root,
      key: `Alarm ${n}`,
      severity,
      place: 'House',
      title: `Alarm ${n}`,
      openedAt: at,
      at,
      n: 1,
      last: false,
      cause: null,
      fact: null,
      written: null,
      escalation: 0,
      actions: [
        on('SMS', [people[who]!], []),
        on('WHATSAPP', [], [`+35196${String(1_000_000 + who)}`]),
        on('MAIL', [], [`contact${who}@steading.example`]),
      ],
    }
    await world.db.work(system, work => post.notify(work, alarmNotification(alarm)))
  }

  /** What the worker is at, or should have done by now. */
  const busy = async () =>
    (
      await stage.rows<{ n: number }>(
        `select count(*)::int as n from notifications where state = 'QUEUED' and (claimed_by is not null
           or failed_since <= $1 and not fallback_done and event_id is not null)`,
        [new Date(now - 90_000)],
      )
    )[0]!.n
  const waiting = async () =>
    (await stage.rows<{ n: number }>(`select count(*)::int as n from notifications where state = 'QUEUED'`))[0]!.n
  let kills = 0
  async function kill() {
    await postman.kill()
    kills++
    await postman.start()
  }
  const advance = async (seconds: number) => {
    now += seconds * 1000
    postman.tell()
    await pause(80)
    await until(async () => (await busy()) === 0, 5)
  }

  // While all is well the worker dies with messages that were taken and not marked.
  await postman.start()
  for (let n = 0; n < size.kills[0]; n++) {
    const held = ways.holdNext(n % 2 === 0 ? 'unkeyed' : 'keyed')
    await alarm()
    postman.tell()
    if (!(await Promise.race([held.then(() => true), pause(20_000, false, { ref: false })])))
      throw new Error(`nobody asked the provider\n${postman.lastWords()}`)
    await kill()
    await advance(13)
  }
  await until(async () => (await waiting()) === 0, 20)
  const heldThen = kills

  const steps = HOUR / size.step
  const deaths = new Set(
    Array.from({ length: size.kills[1] }, (_, n) => Math.floor(((n + stage.random.next()) * steps) / size.kills[1])),
  )
  let phase = -1
  for (let step = 0; step < steps; step++) {
    const due = Math.floor((step * PHASES.length) / steps)
    if (due !== phase) await ways.turn(PHASES[(phase = due)]!)
    while (alarmCount < size.alarms * ((step + 1) / steps)) await alarm()
    if (deaths.has(step)) {
      postman.tell()
      await pause(stage.random.whole(0, 120))
      await kill()
    }
    await advance(size.step)
  }
  const stuck = await waiting()

  // They are back.
  await ways.turn({ kind: 'take' })
  const back = now
  const before = ways.counts()
  let out = Infinity
  for (let second = 0; second <= 3 * RECOVERY && out === Infinity; second += 5) {
    await advance(second === 0 ? 0 : 5)
    // As long as something goes out.
    for (let [left, then] = [Infinity, await waiting()]; then > 0 && then < left;) {
      await pause(400)
      ;[left, then] = [then, await waiting()]
    }
    if ((await waiting()) === 0) out = (now - back) / 1000
  }
  const seen = await ways.audit(before)
  const late = await stage.rows(
    `select 1 from notifications row where channel = 'SMS' and user_id is not null and failed_since is not null
       and coalesce(sent_at, 'infinity') > failed_since + interval '120 s'
       and not exists (select 1 from notifications other where other.occurrence_id = row.occurrence_id and other.user_id = row.user_id
         and other.channel <> 'SMS' and other.created_at <= row.failed_since + interval '120 s')
       and failed_since < $1`,
    [new Date(back - 120_000)],
  )
  return [
    never('alarms lost', seen.lost),
    never('keyed duplicates', seen.keyed),
    never('mails that came twice', seen.mails),
    guarantee('unkeyed repeats beyond kills and dropped answers', Math.max(0, seen.unkeyed - kills - ways.drops()), { most: 0 }),
    never('repeats that are not marked', seen.unmarked),
    guarantee('virtual s until all were out', out, { most: RECOVERY }),
    guarantee('others before what is CRITICAL', seen.ahead, { most: AHEAD }),
    never('people not told by the next channel in 2 min', late.length),
    never('crashes of the worker', postman.crashes()),
    fault('kills', kills, size.kills[0] + size.kills[1]),
    fault('kills after a message was taken', heldThen, size.kills[0]),
    fault('tries that failed', seen.failed, size.alarms),
    note('messages waiting at the end of the hour', stuck),
    fault('alarms', alarmCount, size.alarms),
    note('unkeyed repeats', seen.unkeyed),
    note('answers dropped after taking', ways.drops()),
    note('tries', seen.tries),
  ]
}

async function thePeople(stage: Stage, root: string, count: number): Promise<string[]> {
  const rows = await stage.rows<{ id: string }>(
    `with role as (insert into roles (entity_id, name) values ($1, 'Keepers') returning id)
     insert into users (entity_id, role_id, email, display_name, short_name, phone, time_zone)
     select $1, role.id, 'keeper' || n || '@steading.example', 'Keeper ' || n, 'Keeper ' || n, '+35191' || (1000000 + n), 'UTC'
     from role, generate_series(1, $2) n returning id::text`,
    [root, count],
  )
  return rows.map(row => row.id)
}

/** Two gateways and a mail server that break together; what each took stays known. */
async function theWays(stage: Stage) {
  let drops = 0
  const made = async (kind: 'webhook' | 'twilio') => {
    const took: Took[] = []
    let manner: Manner = { kind: 'take' }
    let hold: (() => void) | undefined
    const behave = (): Manner => {
      if (!hold) {
        if (manner.kind === 'dropAfter' && kind === 'twilio') drops++
        return manner
      }
      const held = hold
      hold = undefined
      held()
      return { kind: 'holdAfter' }
    }
    let running: FakeProvider | undefined = await aProvider({ took, manner: behave })
    const { port } = running
    stage.atEnd(() => running?.close())
    return {
      took,
      address: running[kind],
      hold: () => new Promise<void>(done => (hold = done)),
      async turn(to: Manner | 'gone') {
        if (to === 'gone') {
          await running?.close()
          running = undefined
          return
        }
        manner = to
        running ??= await aProvider({ port, took, manner: behave })
      },
    }
  }
  const keyed = await made('webhook')
  const unkeyed = await made('twilio')
  const mails: Received[] = []
  let refusing = false
  const refuse = () => (refusing ? { code: 451, message: 'later' } : undefined)
  let sink: Awaited<ReturnType<typeof aSink>> | undefined = await aSink({ refuse })
  const { port, url } = sink
  stage.atEnd(() => sink?.close())

  return {
    keyed,
    unkeyed,
    mail: { url },
    drops: () => drops,
    holdNext: (which: 'keyed' | 'unkeyed') => (which === 'keyed' ? keyed : unkeyed).hold(),
    async turn(to: Manner | 'gone') {
      await Promise.all([keyed.turn(to), unkeyed.turn(to)])
      refusing = to !== 'gone' && to.kind === 'answer' && to.status === 500
      const isDown = !refusing && (to === 'gone' || to.kind !== 'take')
      if (isDown && sink) {
        // What was on its way it takes still.
        await sink.close()
        mails.push(...sink.received)
        sink = undefined
      } else if (!isDown) sink ??= await aSink({ port, refuse })
    },
    counts: () => ({ keyed: keyed.took.length, unkeyed: unkeyed.took.length }),
    /** What came of every message; `before`: how many each gateway had when it was back. */
    async audit(before: { readonly keyed: number; readonly unkeyed: number }) {
      const rows = await stage.rows<{
        channel: string
        recipient: string
        text: string
        state: string
        repeated: boolean
        id: string
        carrier: string
      }>(
        `select id::text, channel, recipient, text, state, possible_duplicate as repeated, coalesce(digest_id, id)::text as carrier from notifications`,
      )
      const carriers = new Map(rows.map(row => [row.id, row]))
      const came = new Map<string, number>()
      // By what it tells of: links differ from what is stored.
      const nameOf = (channel: string, to: string, text: string) => [channel, to, ...new Set(text.match(/Alarm \d+/g))].join(' ')
      const count = (name: string) => void came.set(name, (came.get(name) ?? 0) + 1)
      for (const { fields } of keyed.took) count(nameOf('SMS', fields.to!, fields.text!))
      for (const { fields } of unkeyed.took) count(nameOf('WHATSAPP', fields.To!.replace('whatsapp:', ''), fields.Body!))
      const received = [...mails, ...(sink?.received ?? [])]
      for (const { to, mail } of received) count(nameOf('MAIL', to[0]!, mail.text ?? ''))
      const of = (row: (typeof rows)[number]) => nameOf(row.channel, row.recipient, row.text)
      const due = new Map<string, number>()
      for (const row of rows) if (row.carrier === row.id) due.set(of(row), (due.get(of(row)) ?? 0) + 1)
      const lost = rows.filter(row => row.state !== 'SENT' || !came.has(of(carriers.get(row.carrier)!)))
      for (const row of lost) console.error('it is lost:', row, 'with', carriers.get(row.carrier))
      const extra = (row: (typeof rows)[number]) => Math.max(0, (came.get(of(row)) ?? 0) - (due.get(of(row)) ?? 0))
      const extras = (channel: string) =>
        rows.filter(row => row.channel === channel && row.carrier === row.id).map(row => ({ row, more: extra(row) }))
      const sum = (channel: string) => extras(channel).reduce((all, { more }) => all + more, 0)
      const ids = received.map(({ mail }) => mail.messageId)
      const ahead = (took: readonly Took[], from: number) => {
        const grave = took.slice(from).map(({ fields }) => (fields.text ?? fields.Body ?? '').startsWith('Critical'))
        return grave.slice(0, grave.lastIndexOf(true) + 1).filter(one => !one).length
      }
      const tries = await stage.rows<{ outcome: string }>('select outcome from notification_attempts')
      return {
        lost: lost.length,
        keyed: sum('SMS'),
        unkeyed: sum('WHATSAPP'),
        tries: tries.length,
        failed: tries.filter(attempt => attempt.outcome !== 'SENT').length,
        // Whoever reads mail drops a second one of the same id.
        mails: Math.max(0, new Set(ids).size - rows.filter(row => row.channel === 'MAIL' && row.carrier === row.id).length),
        unmarked: extras('WHATSAPP').filter(({ row, more }) => more > 0 && !row.repeated).length,
        ahead: Math.max(ahead(keyed.took, before.keyed), ahead(unkeyed.took, before.unkeyed)),
      }
    },
  }
}
