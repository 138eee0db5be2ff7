import { setTimeout as pause } from 'node:timers/promises'
import type { Took } from '../../apps/server/test/provider.ts'
import type { Received } from '../../apps/server/test/smtp.ts'
import type { Stage } from '../stage/stage.ts'
import { HOUSE } from './places.ts'
import type { House } from './places.ts'

const LOOK = 100
const SECOND = 1_000
const MINUTE = 60_000

/** Notes when each alarm was written down, and when each CRITICAL message could have gone out. */
export function watchOutbox({ rows }: Stage) {
  /** UTC ms, by the key of the message. */
  const waiting = new Map<string, number>()
  /** UTC ms, by the id of the rule. */
  const written = new Map<string, number>()
  let isOver = false
  const note = (seen: Map<string, number>, names: readonly { readonly name: string }[]) => {
    const now = Date.now()
    for (const { name } of names) if (!seen.has(name)) seen.set(name, now)
  }
  const looking = (async () => {
    while (!isOver) {
      note(written, await rows('select rule_id::text as name from events where rule_id is not null'))
      note(
        waiting,
        await rows(
          `select key as name from notifications where state = 'QUEUED' and channel = 'SMS' and urgency = 'CRITICAL'
             and claimed_by is null and digest_id is null and not in_digest and due_at <= now()`,
        ),
      )
      await pause(LOOK)
    }
  })()
  return {
    written,
    async stop() {
      isOver = true
      await looking
    },
    /** How many others the gateway took, at most, while one that is CRITICAL waited. */
    overtaken(took: readonly Took[], grave: ReadonlySet<string>) {
      const others = took.filter(({ key }) => !grave.has(key!))
      const past = took
        .filter(({ key }) => grave.has(key!))
        .map(({ key, at }) => others.filter(other => other.at > (waiting.get(key!) ?? Infinity) && other.at < at).length)
      return Math.max(0, ...past)
    },
  }
}

interface Came {
  readonly crossed: readonly number[]
  readonly written: ReadonlyMap<string, number>
  readonly took: readonly Took[]
  readonly mails: readonly Received[]
}

/** What came of it: from what arrived, and what the outbox says of its rows. */
export async function arrivals({ rows }: Stage, houses: readonly House[], { crossed, written, took, mails }: Came) {
  const all = await rows<{
    id: string
    key: string
    carrier: string
    rule: string | null
    occurrence: string | null
    channel: string
    recipient: string
    urgency: string
    state: string
    reason: string | null
    sent: Date | null
  }>(
    `select row.id::text, row.key, coalesce(row.digest_id, row.id)::text as carrier, events.rule_id::text as rule,
       row.occurrence_id::text as occurrence, row.channel, row.recipient, row.urgency, row.state,
       row.suppression_reason as reason, row.sent_at as sent
     from notifications row left join events on events.id = row.event_id where row.channel in ('SMS', 'MAIL')`,
  )
  const byId = new Map(all.map(row => [row.id, row]))
  const arrived = new Set(took.map(({ key }) => key))
  const houseOf = new Map(houses.map(house => [house.rule.id, house]))

  // By what mails say: of each house once to each, as often as it happened.
  const mailCounts = new Map<string, number>()
  for (const { to, mail } of mails)
    for (const [, n] of `${mail.subject}\n${mail.text}`.matchAll(HOUSE)) {
      const name = `${to[0]} ${n}`
      mailCounts.set(name, (mailCounts.get(name) ?? 0) + 1)
    }
  const isOut = (row: (typeof all)[number]) => {
    const carrier = byId.get(row.carrier)!
    if (carrier.state !== 'SENT') return false
    return row.channel === 'SMS' ? arrived.has(carrier.key) : mailCounts.has(`${row.recipient} ${houseOf.get(row.rule!)?.n}`)
  }
  const alarms = all.filter(row => row.occurrence !== null)
  const out = alarms.filter(isOut)
  const once = new Map<string, number>()
  for (const { occurrence, channel, recipient } of out) {
    const name = [occurrence, channel, recipient].join(' ')
    once.set(name, (once.get(name) ?? 0) + 1)
  }
  const first = new Map<string, number>()
  for (const row of out) {
    const at = byId.get(row.carrier)!.sent!.getTime()
    first.set(row.rule!, Math.min(first.get(row.rule!) ?? Infinity, at))
  }
  const took99 = (critical: boolean) =>
    houses.filter(house => house.critical === critical).map(({ n, rule }) => (first.get(rule.id) ?? Infinity) - crossed[n - 1]!)
  const writtenIn = (critical: boolean) =>
    houses.filter(house => house.critical === critical).map(({ n, rule }) => (written.get(rule.id) ?? Infinity) - crossed[n - 1]!)
  /** Others that were written down while one that is CRITICAL should have been. */
  const others = houses.filter(house => !house.critical).map(({ rule }) => written.get(rule.id) ?? Infinity)
  const overtaken = houses
    .filter(house => house.critical)
    .map(({ n, rule }) => {
      const at = written.get(rule.id) ?? Infinity
      return others.filter(other => other > crossed[n - 1]! + SECOND && other < at).length
    })
  const unsaid = alarms.filter(row => row.channel === 'MAIL' && byId.get(row.carrier)!.state === 'SENT' && !isOut(row))
  for (const row of unsaid)
    console.error('its mail does not say it:', { ...row, n: houseOf.get(row.rule!)?.n, by: byId.get(row.carrier) })
  const withheld = alarms.filter(row => row.state === 'WITHHELD')
  const carriers = all.filter(row => row.carrier === row.id && row.channel === 'MAIL' && row.sent !== null && alarmMail(row))

  /** Of those to one recipient, how many within a minute. */
  const mostMails = () => {
    const byRecipient = Map.groupBy(carriers, row => row.recipient)
    let most = 0
    for (const of of byRecipient.values()) {
      const times = of.map(row => row.sent!.getTime()).toSorted((a, b) => a - b)
      for (const [index, at] of times.entries())
        most = Math.max(most, times.slice(index).filter(other => other < at + MINUTE).length)
    }
    return most
  }
  return {
    untold: houses.filter(({ rule }) => !first.has(rule.id)).length,
    twice: [...once.values()].reduce((sum, n) => sum + n - 1, 0),
    criticalWithheld: withheld.filter(row => row.urgency === 'CRITICAL').length,
    othersWithheld: withheld.filter(row => row.urgency !== 'CRITICAL' && row.reason === 'BUDGET').length,
    unsaid: unsaid.length,
    mostMails: mostMails(),
    overtaken: Math.max(0, ...overtaken),
    digests: carriers.filter(row => row.occurrence === null).length,
    graveKeys: new Set(all.filter(row => row.urgency === 'CRITICAL').map(row => row.key)),
    criticalWritten: writtenIn(true),
    critical: took99(true),
    others: took99(false),
  }
}

const alarmMail = ({ key, occurrence }: { readonly key: string; readonly occurrence: string | null }) =>
  occurrence !== null || key.startsWith('digest|')
