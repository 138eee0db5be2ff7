// @module-tag nightly
// What the tests of messages would miss if these were not caught: quiet hours that hold nothing back or hold back what is CRITICAL,
// a stranger's key press that counts, a burst that comes message by message, and a CRITICAL alarm that is told to nobody.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aFarm } from './farm.ts'
import type { Farm } from './farm.ts'
import { aClock, anOccurrence, by, responsible, rowsOf } from './outbox.ts'
import { aProvider } from './provider.ts'
import type { FakeProvider } from './provider.ts'
import { eventually } from './smtp.ts'
import { alarmNotification } from '../src/outbox/messages/templates/alarm.ts'
import type { Alarm } from '../src/outbox/messages/templates/alarm.ts'

const broken = vi.hoisted(() => ({ loud: false, silent: false, anyone: false, singly: false, unheard: false }))
vi.mock(import('../src/outbox/recipients/fallbackRecipients.ts'), async original => {
  const real = await original()
  return {
    ...real,
    fallbackRecipients: async (...parameters: Parameters<typeof real.fallbackRecipients>) =>
      broken.unheard ? [] : real.fallbackRecipients(...parameters),
  }
})
vi.mock(import('../src/outbox/recipients/quietHours.ts'), async original => {
  const real = await original()
  return {
    ...real,
    quietUntil: (...parameters: Parameters<typeof real.quietUntil>) => (broken.loud ? null : real.quietUntil(...parameters)),
  }
})
vi.mock(import('../src/outbox/delivery/enqueue.ts'), async original => {
  const real = await original()
  return {
    ...real,
    createEnqueue: (...given: Parameters<typeof real.createEnqueue>) => {
      const enqueue = real.createEnqueue(...given)
      return (...[work, { notification, destinations }]: Parameters<typeof enqueue>) =>
        enqueue(work, {
          notification: broken.silent ? { ...notification, urgency: 'NORMAL' } : notification,
          destinations,
        })
    },
  }
})
vi.mock(import('../src/outbox/transport/createProvider.ts'), async original => {
  const real = await original()
  return {
    ...real,
    createProvider: (...parameters: Parameters<typeof real.createProvider>) => {
      const { isAuthentic, ...one } = real.createProvider(...parameters)
      return { ...one, isAuthentic: (posted: Parameters<typeof isAuthentic>[0]) => broken.anyone || isAuthentic(posted) }
    },
  }
})
vi.mock(import('../src/outbox/messages/templates/digest.ts'), async original => {
  const real = await original()
  return {
    ...real,
    get DIGEST_THRESHOLD() {
      return broken.singly ? 1000 : real.DIGEST_THRESHOLD
    },
  }
})

let provider: FakeProvider
let farm: Farm
beforeEach(async () => {
  provider = await aProvider()
})
afterEach(async () => {
  broken.loud = broken.silent = broken.anyone = broken.singly = broken.unheard = false
  await farm.close()
  await provider.close()
})

const open = async () => {
  const settings = { PUBLIC_URL: 'https://farm.example', SMS_PROVIDER: provider.twilio, VOICE_PROVIDER: provider.twilio }
  farm = await aFarm({ clock: aClock(), settings })
}
/** Somebody in charge, with quiet hours by day. */
const keeper = async (quiet: { from: string; to: string } | null = null) => {
  const channels = { MAIL: true, SMS: true, VOICE: true, WHATSAPP: true }
  const notifications = JSON.stringify({ channels, from: 'LOW', quiet })
  await responsible(farm, 'House 1', await farm.person('Paul'), { phone: '+351912345678', notifications })
}
async function tell(severity: Alarm['severity'], channel: 'SMS' | 'VOICE' = 'SMS') {
  const alarm = { ...(await anOccurrence(farm, 'House 1', severity)), actions: by([channel]) }
  await farm.world.db.work(farm.system, work => farm.app.services.outbox.notify(work, alarmNotification(alarm)))
  return alarm
}
const out = async (alarm: Alarm) => (await rowsOf(farm, alarm.eventId)).filter(row => row.state === 'SENT').length
/** Waits until nothing is queued that was due at once. */
const idle = () =>
  eventually(
    async () =>
      (
        await farm.world.owner.query(
          `select from notifications where state = 'QUEUED' and (due_at <= created_at or claimed_by is not null)`,
        )
      ).rows.length,
    due => due === 0,
  )

/** What goes out in quiet hours. */
async function byNight() {
  await open()
  await keeper({ from: '10:30', to: '12:00' })
  const major = await tell('MAJOR')
  const critical = await tell('CRITICAL')
  await idle()
  return { major: await out(major), critical: await out(critical) }
}
/** Does a key press count that the provider has not signed? */
async function byStranger() {
  await open()
  await keeper()
  const alarm = await tell('CRITICAL', 'VOICE')
  await eventually(
    () => provider.took.length,
    n => n > 0,
  )
  const link = /action="([^"]+)"/.exec(provider.took[0]!.fields.Twiml!)![1]!
  const body = new URLSearchParams({ Digits: '1', CallSid: 'CA1', To: '+351912345678' })
  await fetch(`${farm.url}${new URL(link).pathname}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': 'made-up' },
    body,
  })
  return (await rowsOf(farm, alarm.eventId))[0]!.acknowledged_at !== null
}
/** How many of eight alarms of one minute come as messages of their own. */
async function inBurst() {
  await open()
  await keeper()
  for (let n = 0; n < 8; n++) await tell('MAJOR')
  await idle()
  return provider.took.length
}
/** How many hear of what is CRITICAL, of a rule that names nobody. */
async function ofNobody() {
  await open()
  await keeper()
  const alarm = { ...(await anOccurrence(farm, 'House 1', 'CRITICAL')), actions: [] }
  await farm.world.db.work(farm.system, work => farm.app.services.outbox.notify(work, alarmNotification(alarm)))
  await idle()
  return out(alarm)
}

test('the correct program passes a night with quiet hours, a burst and a foreign key press', async () => {
  expect(await byNight()).toEqual({ major: 0, critical: 1 })
  await farm.close()
  provider.took.length = 0
  expect(await byStranger()).toBe(false)
  await farm.close()
  provider.took.length = 0
  expect(await inBurst()).toBe(4)
  await farm.close()
  expect(await ofNobody()).toBe(2)
})

test('detects a CRITICAL alarm without a notification', async () => {
  broken.unheard = true
  expect(await ofNobody()).toBe(0)
})

test('detects quiet hours without effect', async () => {
  broken.loud = true
  expect((await byNight()).major).toBe(1)
})

test('detects quiet hours that delay CRITICAL messages', async () => {
  broken.silent = true
  expect((await byNight()).critical).toBe(0)
})

test('detects a key press that is accepted from any sender', async () => {
  broken.anyone = true
  expect(await byStranger()).toBe(true)
})

test('detects a burst that is sent message by message', async () => {
  broken.singly = true
  expect(await inBurst()).toBe(8)
})
