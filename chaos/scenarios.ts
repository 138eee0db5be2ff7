import type { Scenario } from './scenario.ts'

/** Every scenario with its mutants; what one needs is loaded when it runs. */
export const scenarios: readonly Scenario[] = [
  {
    id: 'S1',
    what: 'kill -9 of the server and immediate stop of the database while readings come in',
    stopsDatabase: true,
    plays: [
      {},
      { mutant: 'ack-first', breaks: 'acknowledged but missing', fullOnly: true },
      { mutant: 'no-key', breaks: 'duplicates' },
      { fail: 'after_commit', fullOnly: true },
      { fail: 'after_commit', mutant: 'no-key', breaks: 'duplicates', beyond: { full: 1000, brief: 0 }, fullOnly: true },
    ],
    run: async (stage, order) => (await import('./crash.ts')).crash(stage, order),
  },
  {
    id: 'S2',
    what: 'the broker is killed and restarted, inside the server and elsewhere, and with it goes all that it holds',
    plays: [
      { needs: 'mosquitto' },
      { needs: 'mosquitto', mutant: 'trust-puback', breaks: 'readings lost' },
      { needs: 'mosquitto', mutant: 'blind-link', breaks: 'boxes shown wrongly after two keepalives', fullOnly: true },
      { fullOnly: true },
      { mutant: 'any-will', breaks: 'living boxes shown offline by a late will', fullOnly: true },
    ],
    run: async (stage, order) => (await import('./broker.ts')).broker(stage, order),
  },
  {
    id: 'S4',
    what: 'providers that are down for an hour in each of their ways, and a worker that is killed meanwhile',
    takes: 'short_waits',
    plays: [
      {},
      { mutant: 'mark-first', breaks: 'alarms lost' },
      { mutant: 'no-message-key', breaks: 'keyed duplicates', fullOnly: true },
      { mutant: 'unmarked', breaks: 'repeats that are not marked', fullOnly: true },
      { mutant: 'any-order', breaks: 'others before what is CRITICAL', fullOnly: true },
      { mutant: 'no-passing', breaks: 'people not told by the next channel in 2 min', fullOnly: true },
    ],
    run: async (stage, order) => (await import('./delivery.ts')).delivery(stage, order),
  },
  {
    id: 'S5',
    what: 'commands over links that break in every way, to boxes that restart and whose clocks are wrong',
    takes: 'virtual_timers',
    plays: [
      {},
      { mutant: 'no-expiry', breaks: 'executed after expiry' },
      { mutant: 'no-dedupe', breaks: 'executed twice', fullOnly: true },
      { mutant: 'no-session', breaks: 'executed in the wrong session', fullOnly: true },
      { mutant: 'no-deadline', breaks: 'slowest end after the validity, ms', fullOnly: true },
    ],
    run: async (stage, order) => (await import('./actuation.ts')).actuation(stage, order),
  },
  {
    id: 'S6',
    what: 'connections that are none and messages that are none, beside a good box',
    plays: [{}, { mutant: 'no-guard', breaks: 'bytes of an announced 256 MB until the end' }],
    run: async (stage, order) => (await import('./garbage.ts')).garbage(stage, order),
  },
  {
    id: 'S10',
    what: 'a box reaches for what is another’s: topics, wills, identities, credentials, claims',
    plays: [
      {},
      { mutant: 'acl-prefix', breaks: 'foreign messages out' },
      { mutant: 'claim-again', breaks: 'claims used twice', fullOnly: true },
    ],
    run: async (stage, order) => (await import('./access.ts')).access(stage, order),
  },
  {
    id: 'S11',
    what: 'each stage of the path of alarms is held still, and somebody hears of it outside and inside',
    takes: 'stages_freeze',
    stopsDatabase: true,
    plays: [
      {},
      { mutant: 'beat-past-rules', breaks: 'stages whose silence nobody outside notices', fullOnly: true },
      { mutant: 'watch-sending', breaks: 'stages of whose silence nobody inside is told', fullOnly: true },
      { needs: 'mosquitto', fullOnly: true },
    ],
    run: async (stage, order) => (await import('./silence.ts')).silence(stage, order),
  },
  {
    id: 'S20',
    what: 'four days of readings over lines that are slow, narrow, lossy, cut and dead unnoticed, beside what is measured now',
    plays: [
      {},
      { mutant: 'trust-sent', breaks: 'readings lost' },
      { mutant: 'history-first', breaks: 'p99 of what is measured now, ms', fullOnly: true },
    ],
    run: async (stage, order) => (await import('./network.ts')).network(stage, order),
  },
]
