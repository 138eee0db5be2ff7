import { afterAll, beforeAll, beforeEach } from 'vitest'
import { aFarm, data } from './farm.ts'
import type { Api, Farm } from './farm.ts'
import { responsible, rowsOf } from './outbox.ts'
import { aHouse, aRule, boxDid, tooHot } from './rules.ts'
import type { House } from './rules.ts'
import { aSink, eventually } from './smtp.ts'

export const MINUTE = 60_000
/** Ahead of the database's clock, so that what waits for later waits. */
export const ahead = () => Math.ceil(Date.now() / 86_400_000) * 86_400_000

/** Of a file of tests of alarms: there once `withAlarms` has run before the first of them. */
export let sink: Awaited<ReturnType<typeof aSink>>
export let farm: Farm
/** In charge of Paul. */
export let manager: Api
export let managerId: string
/** What the farm's clock says. */
export let time: number
export const later = (ms: number) => void (time += ms)

/** Opens a farm whose clock the tests of a file move, before them, so that each begins long after the one before; ends it after. */
export function withAlarms(apart = 120 * MINUTE): void {
  time = ahead()
  beforeEach(() => later(apart))
  beforeAll(async () => {
    sink = await aSink()
    farm = await aFarm({
      clock: { now: () => time, mono: () => performance.now() },
      settings: {
        SMTP_URL: sink.url,
        PUBLIC_URL: 'https://farm.example',
        SESSION_HOURS: '720',
        IDLE_MINUTES: '1440',
        REQUEST_MINUTES: '1440',
      },
    })
    const email = await farm.person('Paul')
    managerId = await responsible(farm, 'Paul', email)
    manager = farm.api(await farm.login(email))
  })
  afterAll(async () => {
    await farm.close()
    await sink.close()
  })
}

/** A rule of a house that finds it too hot. */
export interface Alarm {
  readonly house: House
  readonly rule: string
}

export const anAlarm = async (more: Record<string, unknown> = {}): Promise<Alarm> => {
  const house = await aHouse(farm)
  const { entityId, sectorId, terminalId } = house
  const of = tooHot(house.temperature)
  const rule = await aRule(farm, { entityId, sectorId, terminalId, displayName: 'Heat', ...of, event: { ...of.event, ...more } })
  // In service: what a rule leaves open that is not, the platform closes.
  await farm.world.owner.query(`update rules set deployment_status = 'DEPLOYED', desired = true where id = $1`, [rule])
  return { house, rule }
}

export const cause = ({ house }: Alarm, since: number, value = 33.4) => ({
  line: 0,
  interfaceId: house.temperature,
  value,
  reading: value,
  operator: 'GREATER',
  threshold: 30,
  since,
  permanence: 600,
})
export const event = ({ rule }: Alarm, opened: number) => `${rule}:${opened}`
export const opens = (alarm: Alarm, ts: number, status = 'OPEN') =>
  [
    ts,
    {
      rule: alarm.rule,
      kind: 'EVENT_OPEN',
      key: event(alarm, ts),
      event: event(alarm, ts),
      status,
      since: ts - 600_000,
      causes: [cause(alarm, ts - 600_000)],
    },
  ] as const
export const notifies = (alarm: Alarm, opened: number, ts: number, n = 1) =>
  [
    ts,
    {
      rule: alarm.rule,
      kind: 'EVENT_NOTIFY',
      key: `${event(alarm, opened)}:0:${n}`,
      event: event(alarm, opened),
      line: 0,
      n,
      last: false,
      escalation: 0,
      cause: cause(alarm, opened - 600_000),
    },
  ] as const
export const closes = (alarm: Alarm, opened: number, ts: number, n = 0) =>
  [ts, { rule: alarm.rule, kind: 'EVENT_CLOSE', key: `${event(alarm, opened)}:close:${n}`, event: event(alarm, opened) }] as const
export const reopens = (alarm: Alarm, opened: number, ts: number, n = 1) =>
  [
    ts,
    {
      rule: alarm.rule,
      kind: 'EVENT_REOPEN',
      key: `${event(alarm, opened)}:reopen:${n}`,
      event: event(alarm, opened),
      reason: 'AGAIN',
      causes: [],
    },
  ] as const

export const say = ({ house }: Alarm, effects: Parameters<typeof boxDid>[2], more?: Parameters<typeof boxDid>[3]) =>
  boxDid(farm, house.terminalId, effects, more)
export const found = (key: string) =>
  farm.world.db.work(farm.system, work =>
    work.sql.selectFrom('events').selectAll().where('source_key', '=', key).executeTakeFirst(),
  )
export const theEvent = async (
  key: string,
  holds: (row: NonNullable<Awaited<ReturnType<typeof found>>>) => boolean = () => true,
) =>
  (await eventually(
    () => found(key),
    row => row !== undefined && holds(row),
  ))!
export const notificationsOf = (eventId: string) => rowsOf(farm, eventId)
export const details = async (id: string, api = manager) => data(await api.events.details({ params: { id } }))
/** Waits until everything that boxes said so far has been taken in. */
export const takenIn = () =>
  eventually(
    () =>
      farm.world.db.work(farm.system, async work => {
        const row = await work.sql.selectFrom('projections').select('pos').where('name', '=', 'effects').executeTakeFirst()
        return Number(row?.pos ?? -1)
      }),
    pos => pos >= farm.app.services.journal.settled(),
  )
