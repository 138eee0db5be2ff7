import { afterEach, beforeEach } from 'vitest'
import { alarmNotification } from '../src/outbox/messages/templates/alarm.ts'
import type { Alarm } from '../src/outbox/messages/templates/alarm.ts'
import { aFarm } from './farm.ts'
import type { Farm } from './farm.ts'
import { aClock, responsible, rowsOf } from './outbox.ts'
import { aProvider } from './provider.ts'
import type { FakeProvider } from './provider.ts'
import { aSink, eventually } from './smtp.ts'

/** Who carries the messages of a test: there in each of a file once `withChannels` has run. */
export let provider: FakeProvider
export let sink: Awaited<ReturnType<typeof aSink>>
/** There once the test has opened it. */
export let farm: Farm
export let clock: ReturnType<typeof aClock>

/** Starts a provider and a mail server before each test of a file; ends them after it, and the farm that it has opened. */
export function withChannels(): void {
  beforeEach(async () => {
    provider = await aProvider()
    sink = await aSink()
  })
  afterEach(async () => {
    await farm.close()
    await provider.close()
    await sink.close()
  })
}

export const open = async (settings: Record<string, string> = {}, at?: number) => {
  clock = aClock(at)
  farm = await aFarm({ clock, settings: { PUBLIC_URL: 'https://farm.example', ...settings } })
}
/** What somebody has chosen who hears of everything on every channel, changed as `more` says. */
export const chosen = (more: object = {}) => ({
  notifications: JSON.stringify({ channels: { MAIL: true, SMS: true, VOICE: true, WHATSAPP: true }, from: 'LOW', ...more }),
})
/** Somebody in charge of House 1 with a number. */
export const keeper = async (extra: object = {}) => {
  const email = await farm.person('Paul')
  return { email, id: await responsible(farm, 'House 1', email, { phone: '+351 912 345 678', ...extra }) }
}

export const tell = (farm: Farm, news: Alarm) =>
  farm.world.db.work(farm.system, work => farm.app.services.outbox.notify(work, alarmNotification(news)))
/** Waits for a state while messages are sent: the outbox, whose clock stands, is woken before each look. */
export const whileSending = <T>(look: () => T | Promise<T>, holds: (found: T) => boolean): Promise<T> =>
  eventually(() => {
    farm.app.services.outbox.wake()
    return look()
  }, holds)
/** Waits until it holds of each message of these. */
export const settled = (farm: Farm, all: readonly Alarm[], holds: (row: Awaited<ReturnType<typeof rowsOf>>[number]) => boolean) =>
  whileSending(
    async () => (await Promise.all(all.map(news => rowsOf(farm, news.eventId)))).flat(),
    rows => rows.length > 0 && rows.every(holds),
  )
export const isOut = ({ state }: { state: string }) => state === 'SENT'
