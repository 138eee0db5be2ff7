// What the tests of messages would miss if these were not caught: quiet hours that hold nothing back or hold back what is CRITICAL,
// a stranger's key press that counts, a burst that comes message by message, and a CRITICAL alarm that is told to nobody.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aFarm } from './farm.ts'
import type { Farm } from './farm.ts'
import { aClock, anOccurrence, by, responsible, rowsOf } from './outbox.ts'
import { aProvider } from './provider.ts'
import type { FakeProvider } from './provider.ts'
import { eventually } from './smtp.ts'
import type { News } from '../src/outbox/outbox.ts'

const broken = vi.hoisted(() => ({ loud: false, silent: false, anyone: false, singly: false, unheard: false }))
vi.mock(import('../src/outbox/pass.ts'), async original => {
  const real = await original()
  return {
    ...real,
    inStead: async (...given: Parameters<typeof real.inStead>) => (broken.unheard ? [] : real.inStead(...given)),
  }
})
vi.mock(import('../src/outbox/quiet.ts'), async original => {
  const real = await original()
  return {
    ...real,
    quietUntil: (...given: Parameters<typeof real.quietUntil>) => (broken.loud ? null : real.quietUntil(...given)),
  }
})
vi.mock(import('../src/outbox/put.ts'), async original => {
  const real = await original()
  return {
    ...real,
    putter: (...given: Parameters<typeof real.putter>) => {
      const put = real.putter(...given)
      return (...[work, { news, all }]: Parameters<typeof put>) =>
        put(work, { news: broken.silent ? { ...news, severity: 'MAJOR' } : news, all })
    },
  }
})
vi.mock(import('../src/platform/providers.ts'), async original => {
  const real = await original()
  return {
    ...real,
    provider: (...given: Parameters<typeof real.provider>) => {
      const { isFrom, ...one } = real.provider(...given)
      return { ...one, isFrom: (posted: Parameters<typeof isFrom>[0]) => broken.anyone || isFrom(posted) }
    },
  }
})
vi.mock(import('../src/outbox/digest.ts'), async original => {
  const real = await original()
  return {
    ...real,
    get BEFORE_GATHERING() {
      return broken.singly ? 1000 : real.BEFORE_GATHERING
    },
  } as never
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
async function tell(severity: News['severity'], channel: 'SMS' | 'VOICE' = 'SMS') {
  const news = { ...(await anOccurrence(farm, 'House 1', severity)), actions: by([channel]) }
  await farm.world.db.work(farm.system, work => farm.app.doors.outbox.tell(work, news))
  return news
}
const out = async (news: News) => (await rowsOf(farm, news.eventId)).filter(row => row.state === 'SENT').length
const soon = () => new Promise(wait => setTimeout(wait, 1500))

/** What goes out in quiet hours. */
async function byNight() {
  await open()
  await keeper({ from: '10:30', to: '12:00' })
  const [major, critical] = [await tell('MAJOR'), await tell('CRITICAL')]
  await soon()
  return { major: await out(major), critical: await out(critical) }
}
/** Does a key press count that the provider has not signed? */
async function byStranger() {
  await open()
  await keeper()
  const news = await tell('CRITICAL', 'VOICE')
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
  return (await rowsOf(farm, news.eventId))[0]!.acknowledged_at !== null
}
/** How many of eight alarms of one minute come as messages of their own. */
async function inBurst() {
  await open()
  await keeper()
  for (let n = 0; n < 8; n++) await tell('MAJOR')
  await soon()
  return provider.took.length
}
/** How many hear of what is CRITICAL, of a rule that names nobody. */
async function ofNobody() {
  await open()
  await keeper()
  const news = { ...(await anOccurrence(farm, 'House 1', 'CRITICAL')), actions: [] }
  await farm.world.db.work(farm.system, work => farm.app.doors.outbox.tell(work, news))
  await soon()
  return out(news)
}

test('without faults a night is quiet but for what is CRITICAL, a stranger’s key press is none, and a burst comes together', async () => {
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

test('a CRITICAL alarm that nobody hears of is seen', async () => {
  broken.unheard = true
  expect(await ofNobody()).toBe(0)
})

test('quiet hours that hold nothing back are seen', async () => {
  broken.loud = true
  expect((await byNight()).major).toBe(1)
})

test('quiet hours that hold back what is CRITICAL are seen', async () => {
  broken.silent = true
  expect((await byNight()).critical).toBe(0)
})

test('a key press that anybody could send is seen', async () => {
  broken.anyone = true
  expect(await byStranger()).toBe(true)
})

test('a burst that comes message by message is seen', async () => {
  broken.singly = true
  expect(await inBurst()).toBe(8)
})
