import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aFarm, data, PASSWORD, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { difference } from '../../test/pairs.ts'
import { aSink, eventually } from '../../test/smtp.ts'
import type { Received } from '../../test/smtp.ts'

const HOUR = 3_600_000
const NEW = 'Another-horse-8'
// It goes on by itself, too: what a mail server did not take at first is sent again.
let now = Date.UTC(2026, 4, 4)
const clock = () => now + performance.now()
let farm: Farm
let api: Api
let sink: Awaited<ReturnType<typeof aSink>>
let made = 0
beforeAll(async () => {
  sink = await aSink()
  farm = await aFarm({
    clock: { now: clock, mono: clock },
    settings: { SMTP_URL: sink.url, PUBLIC_URL: 'https://farms.example' },
  })
})
afterAll(async () => {
  await farm.close()
  await sink.close()
})
// Past every limit of the tests before.
beforeEach(async () => {
  now += 2 * HOUR
  api = await farm.as('Aves')
})

const wrongCode = { failure: { fields: [{ field: 'activationCode', code: 'code' }] } }
const mailsTo = (email: string): Promise<readonly Received[]> =>
  Promise.resolve(sink.received.filter(received => received.to.includes(email)))
/** The newest mail to somebody, when there are so many. */
const mailTo = async (email: string, count = 1) =>
  (
    await eventually(
      () => mailsTo(email),
      found => found.length >= count,
    )
  ).at(-1)!
const linkIn = ({ mail }: Received) => {
  const [, host, id, step, code] = /(https?:\/\/[^/\s]+)\/account\/(\d+)\/(\w+)\/([\w-]+)/.exec(mail.text ?? '')!
  return { host: host!, id: id!, step: step!, code: code! }
}
const create = async (more: object = {}) => {
  const number = ++made
  const { id } = data(
    await api.roles.create({ body: { entityId: farm.at.Aves!, name: `Role of ${number}`, permissions: ['entities.read'] } }),
  )
  const body = { displayName: `Somebody ${number}`, shortName: `S${number}`, email: `some${number}@steading.example`, roleId: id }
  return data(await api.users.create({ body: { ...body, rootEntityId: farm.at.Aves!, ...more }, files: [] }))
}
const open = (id: string, code: string, kind: 'activation' | 'reset', password = NEW) =>
  farm.api().users.account({
    params: { id },
    query: { resetPassword: kind === 'reset' ? 'true' : 'false' },
    body: { activationCode: code, password },
  })
const forgot = (email: string, host?: string) => farm.api().users.passwordReset({ body: { email, ...(host && { host }) } })
const waits = async (id: string) => !data(await farm.api().users.activationStatus({ params: { id } })).activated
const somebody = async () => {
  const email = await farm.person('Aves', ['entities.read'])
  const session = await farm.login(email)
  return { ...session, api: farm.api(session) }
}

describe('a new account', () => {
  test('is opened with the mailed code, in the person’s language, once', async () => {
    const one = await create({ language: 'pt-PT', displayName: 'Maria <b>', shortName: 'Maria & <b>' })
    expect(await waits(one.userId)).toBe(true)
    await expect(farm.login(one.email, NEW)).rejects.toMatchObject(failing('WRONG_CREDENTIALS'))
    const letter = await mailTo(one.email)
    expect(letter.mail.subject).toBe('A sua conta está pronta')
    expect(letter.mail.text).toContain('Olá, Maria & <b>,')
    expect(letter.mail.text).toContain('Horas indicadas em (GMT+00:00) UTC.')
    expect(letter.mail.html).toContain('Maria &amp; &lt;b&gt;')
    const link = linkIn(letter)
    expect(link).toMatchObject({ host: 'https://farms.example', id: one.userId, step: 'activation' })
    expect(Buffer.from(link.code, 'base64url').length).toBe(32)

    data(await open(one.userId, link.code, 'activation'))
    expect(await waits(one.userId)).toBe(false)
    expect(await farm.login(one.email, NEW)).toMatchObject({ userId: one.userId })
    await expect(open(one.userId, link.code, 'activation')).rejects.toMatchObject(wrongCode)
  })

  test('is valid for three days, then a new code is requested', async () => {
    const one = await create()
    const { code } = linkIn(await mailTo(one.email))
    now += 72 * HOUR
    await expect(open(one.userId, code, 'activation')).rejects.toMatchObject(wrongCode)
    api = await farm.as('Aves')
    data(await api.users.invite({ params: { id: one.userId } }))
    const again = linkIn(await mailTo(one.email, 2))
    now += 72 * HOUR - 60_000
    data(await open(one.userId, again.code, 'activation'))
    api = await farm.as('Aves')
    expect(await api.users.invite({ params: { id: one.userId } })).toMatchObject({
      refused: 'USER_ALREADY_ACTIVE',
      message: expect.stringContaining('password') as unknown,
    })
    await farm.idle()
    expect((await mailsTo(one.email)).length).toBe(2)
  })

  test('is valid only for its user, its kind of code and an active account', async () => {
    const one = await create()
    const { code } = linkIn(await mailTo(one.email))
    await expect(open((await create()).userId, code, 'activation')).rejects.toMatchObject(wrongCode)
    await expect(open(one.userId, code, 'reset')).rejects.toMatchObject(wrongCode)
    await expect(open(one.userId, code, 'activation', 'weak')).rejects.toMatchObject(failing('INVALID_INPUT'))
    await farm.world.owner.query(`update users set status = 'INACTIVE' where id = $1`, [one.userId])
    await expect(open(one.userId, code, 'activation')).rejects.toMatchObject(wrongCode)
    await farm.world.owner.query(`update users set status = 'ACTIVE' where id = $1`, [one.userId])
    data(await api.users.remove({ params: { id: one.userId } }))
    await expect(open(one.userId, code, 'activation')).rejects.toMatchObject(wrongCode)
    expect(await waits(one.userId)).toBe(false)
  })

  test('a changed address invalidates the code sent to the old one', async () => {
    const one = await create()
    const { code } = linkIn(await mailTo(one.email))
    const { userId: id, displayName, shortName, role, rootEntity, version } = one
    const email = `moved${made}@steading.example`
    const body = {
      displayName,
      shortName,
      roleId: role.id,
      rootEntityId: rootEntity.id,
      status: 'ACTIVE' as const,
      version,
      email,
    }
    data(await api.users.edit({ params: { id }, body, files: [] }))
    await expect(open(id, code, 'activation')).rejects.toMatchObject(wrongCode)
    data(await open(id, linkIn(await mailTo(email)).code, 'activation'))
  })

  test('another role and another root leave an invitation good', async () => {
    const one = await create()
    const { code } = linkIn(await mailTo(one.email))
    const { userId: id, displayName, shortName, email, version } = one
    const roleId = data(await api.roles.create({ body: { entityId: farm.at.Paul!, name: 'Other', permissions: [] } })).id
    const body = { displayName, shortName, email, version, roleId, rootEntityId: farm.at.Paul!, status: 'ACTIVE' as const }
    data(await api.users.edit({ params: { id }, body, files: [] }))
    expect(await open(id, code, 'activation')).toEqual({ data: {} })
  })

  test('of two concurrent uses of one code one sets the password', async () => {
    const one = await create()
    const { code } = linkIn(await mailTo(one.email))
    const both = await Promise.allSettled([NEW, `${NEW}-2`].map(password => open(one.userId, code, 'activation', password)))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('an edited account', () => {
  const edit = async (userId: string, more: object) => {
    const shown = data(await api.users.details({ params: { id: userId } }))
    const { displayName, shortName, email, language, timeZone, status, version } = shown
    const body = { displayName, shortName, email, language, timeZone, status, version, roleId: shown.role.id }
    const places = { rootEntityId: shown.rootEntity.id, accessEntityIds: shown.accessEntities.map(({ id }) => id) }
    return data(await api.users.edit({ params: { id: userId }, query: {}, body: { ...body, ...places, ...more }, files: [] }))
  }
  const waitingMails = async () => {
    const { rows } = await farm.world.owner.query<{ count: number }>(
      `select count(*)::int as count from graphile_worker.jobs where task_identifier like 'accounts.%'`,
    )
    return rows[0]!.count
  }
  const manager = async () => data(await api.users.personal()).shortName

  test('mails a changed address to the former and to the new one', async () => {
    const some = await somebody()
    const email = `moved-${some.email}`
    await edit(some.userId, { email })
    const [former, current] = [await mailTo(some.email), await mailTo(email)]
    expect([former, current].map(({ mail }) => mail.subject)).toEqual(Array(2).fill('Your email address was changed'))
    const changed = `${await manager()} changed the email address of your account at`
    expect(former.mail.text).toContain(changed)
    expect(former.mail.text).toContain('no longer belongs to your account')
    expect(former.mail.text).not.toContain(email)
    expect(current.mail.text).toContain(changed)
    expect(current.mail.text).toContain('you sign in with this address')
    expect(current.mail.text).not.toContain(some.email)
  })

  test('mails a changed role, root and parts to its person, before and after', async () => {
    const some = await somebody()
    const before = data(await api.users.details({ params: { id: some.userId } }))
    const role = data(
      await api.roles.create({ body: { entityId: farm.at.Aves!, name: 'Night watch', permissions: ['entities.read'] } }),
    )
    await edit(some.userId, { roleId: role.id, rootEntityId: farm.at.Paul!, accessEntityIds: [farm.at['House 1']!] })
    const { mail } = await mailTo(some.email)
    expect(mail.subject).toBe('Your access was changed')
    for (const line of [
      `${await manager()} changed the access of your account at`,
      `Role: Night watch (before: ${before.role.name})`,
      `Assigned location: Paul (before: ${before.rootEntity.displayName})`,
      `Access: Paul | House 1 (before: Everything in ${before.rootEntity.displayName})`,
    ])
      expect(mail.text).toContain(line)
  })

  test('mails nothing for another name, nor to a person who never signed in', async () => {
    const some = await somebody()
    await edit(some.userId, { displayName: 'Another name' })
    const fresh = await create()
    await mailTo(fresh.email)
    const email = `moved-${fresh.email}`
    await edit(fresh.userId, { email })
    expect((await mailTo(email)).mail.subject).toBe('Your account is ready')
    await eventually(waitingMails, count => count === 0)
    expect(await mailsTo(some.email)).toHaveLength(0)
    expect(await mailsTo(fresh.email)).toHaveLength(1)
    expect(await mailsTo(email)).toHaveLength(1)
  })
})

describe('a forgotten password', () => {
  test('is reset with the mailed code within an hour, and every session ends', async () => {
    const some = await somebody()
    data(await forgot(some.email))
    const link = linkIn(await mailTo(some.email))
    expect(link).toMatchObject({ host: 'https://farms.example', id: some.userId, step: 'reset' })
    await some.api.users.personal()
    data(await open(some.userId, link.code, 'reset'))
    await expect(some.api.users.personal()).rejects.toMatchObject(failing('NOT_AUTHENTICATED'))
    await expect(farm.login(some.email, PASSWORD)).rejects.toMatchObject(failing('WRONG_CREDENTIALS'))
    await farm.login(some.email, NEW)
    await expect(open(some.userId, link.code, 'reset')).rejects.toMatchObject(wrongCode)
  })

  test('a changed password is mailed to its owner, with the user who changed it', async () => {
    const some = await somebody()
    data(await forgot(some.email))
    const { code } = linkIn(await mailTo(some.email))
    data(await open(some.userId, code, 'reset'))
    const own = await mailTo(some.email, 2)
    expect([own.mail.subject, own.mail.text]).toEqual([
      'Your password was changed',
      expect.stringMatching(/password of your account was changed at [\s\S]*https:\/\/farms\.example\/forgot_password/),
    ])
    const by = farm.api(await farm.login(some.email, NEW))
    data(await by.users.password({ params: { id: some.userId }, body: { currentPassword: NEW, password: `${NEW}-2` } }))
    expect((await mailTo(some.email, 3)).mail.text).toContain('The password of your account was changed at')
    const manager = data(await api.users.personal())
    data(await api.users.password({ params: { id: some.userId }, body: { password: `${NEW}-3` } }))
    expect((await mailTo(some.email, 4)).mail.text).toContain(`${manager.shortName} changed the password of your account at`)
  })

  test('a reset code expires after an hour', async () => {
    const some = await somebody()
    data(await forgot(some.email))
    const { code } = linkIn(await mailTo(some.email))
    now += HOUR
    await expect(open(some.userId, code, 'reset')).rejects.toMatchObject(wrongCode)
  })

  test('the first code that is used ends the others', async () => {
    const some = await somebody()
    data(await forgot(some.email))
    const first = linkIn(await mailTo(some.email))
    data(await forgot(some.email))
    const second = linkIn(await mailTo(some.email, 2))
    data(await open(some.userId, second.code, 'reset'))
    await expect(open(some.userId, first.code, 'reset')).rejects.toMatchObject(wrongCode)
  })

  test('the mail links to the platform’s host, whatever the Host header', async () => {
    const some = await somebody()
    const api = farm.api(undefined, { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
    let found: readonly Received[] = []
    for (const host of ['evil.example', 'farms.example.evil.example', 'https://evil.example/']) {
      data(await api.users.passwordReset({ body: { email: some.email, host } }))
      // Each on its own: who asks again before the first is sent gets one mail.
      found = await eventually(
        () => mailsTo(some.email),
        mails => mails.length > found.length,
      )
    }
    for (const received of found) {
      expect(linkIn(received).host).toBe('https://farms.example')
      expect(received.raw).not.toContain('evil')
    }
  })

  test('an unknown or inactive user gets the same answer and no mail', async () => {
    const some = await somebody()
    await farm.world.owner.query(`update users set status = 'INACTIVE' where id = $1`, [some.userId])
    for (const email of ['nobody@steading.example', some.email]) expect(data(await forgot(email))).toEqual({})
    await farm.idle()
    expect([...(await mailsTo('nobody@steading.example')), ...(await mailsTo(some.email))]).toEqual([])
  })

  test('three requests per hour are accepted, for known and unknown addresses', async () => {
    const some = await somebody()
    for (const email of ['nobody2@steading.example', some.email]) {
      for (let go = 0; go < 3; go++) data(await forgot(email))
      await expect(forgot(email)).rejects.toMatchObject(failing('TOO_MANY_REQUESTS'))
    }
    now += HOUR
    data(await forgot(some.email))
  })

  test('takes the same time for known and unknown: medians of 30 differ by at most 10 ms', { tags: ['timed'] }, async () => {
    const known = await Promise.all(Array.from({ length: 30 }, () => farm.person('Aves', [])))
    const ms = await difference(30, 10, pair => {
      // Past the limit of the network address.
      now += HOUR
      return [() => forgot(known[pair]!), () => forgot(`stranger${pair}@steading.example`)]
    })
    expect(ms).toBeLessThanOrEqual(10)
  })
})

test('after ten wrong codes an address waits a quarter of an hour, even with the right one', async () => {
  const one = await create()
  const { code } = linkIn(await mailTo(one.email))
  for (let go = 0; go < 10; go++) await expect(open(one.userId, `guess${go}`, 'activation')).rejects.toMatchObject(wrongCode)
  const refused = await fetch(`${farm.url}/services/users/${one.userId}/account`, {
    method: 'POST',
    headers: { 'x-tenant': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ activationCode: code, password: NEW }),
  })
  expect(refused.status).toBe(429)
  // A quarter of an hour, less what the tries took.
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(840)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900)
  now += HOUR / 4
  data(await open(one.userId, code, 'activation'))
})

describe('the own password', () => {
  const change = (some: { api: Api; userId: string }, currentPassword: string | undefined, password = NEW) =>
    some.api.users.password({ params: { id: some.userId }, body: { ...(currentPassword && { currentPassword }), password } })

  test('is changed with the current one, the other sessions end', async () => {
    const some = await somebody()
    const elsewhere = farm.api(await farm.login(some.email))
    data(await change(some, PASSWORD))
    await some.api.users.personal()
    await expect(elsewhere.users.personal()).rejects.toMatchObject(failing('NOT_AUTHENTICATED'))
    await farm.login(some.email, NEW)
  })

  test('not without it, not with a wrong one, not into itself', async () => {
    const some = await somebody()
    const field = (code: string) => ({ failure: { fields: [{ field: 'currentPassword', code }] } })
    await expect(change(some, undefined)).rejects.toMatchObject(field('required'))
    await expect(change(some, 'Wrong-horse-1')).rejects.toMatchObject(field('wrongPassword'))
    expect(await change(some, PASSWORD, PASSWORD)).toMatchObject({ refused: 'OLD_PASSWORD_EQUAL_TO_CURRENT' })
    await expect(change(some, PASSWORD, 'weak')).rejects.toMatchObject(failing('INVALID_INPUT'))
  })

  test('throttles guesses of the current password after ten, also concurrent ones', async () => {
    const some = await somebody()
    const tries = await Promise.allSettled(Array.from({ length: 30 }, (_, n) => change(some, `Wrong-horse-${n}`)))
    const codes = tries.map(promiseSettledResult =>
      promiseSettledResult.status === 'rejected' ? (promiseSettledResult.reason as { status: number }).status : 200,
    )
    expect(codes.filter(status => status === 400).length).toBe(10)
    expect(codes.filter(status => status === 429).length).toBe(20)
  })

  test('of another user is set with the permission, and that user’s sessions end', async () => {
    const some = await somebody()
    const params = { id: some.userId }
    const without = await farm.as('Aves', ['users.read', 'entities.read'])
    await expect(without.users.password({ params, body: { password: NEW } })).rejects.toMatchObject(failing('NOT_ALLOWED'))
    const beside = await farm.as('Suínos')
    await expect(beside.users.password({ params, body: { password: NEW } })).rejects.toMatchObject(failing('NOT_FOUND'))
    data(await api.users.password({ params, body: { password: NEW } }))
    await expect(some.api.users.personal()).rejects.toMatchObject(failing('NOT_AUTHENTICATED'))
    await farm.login(some.email, NEW)
  })
})

test('a mail that was not sent is created again with a new code', { tags: ['nightly'] }, async () => {
  let refusals = 1
  const weak = await aSink({ refuse: () => (refusals-- > 0 ? { code: 451, message: 'later' } : undefined) })
  const other = await aFarm({ settings: { SMTP_URL: weak.url } })
  const email = await other.person('Aves', [])
  await other.api().users.passwordReset({ body: { email } })
  await eventually(
    () => weak.received.length,
    n => n === 1,
  )
  const { rows } = await other.world.owner.query('select purpose from user_codes')
  expect(rows).toEqual([{ purpose: 'RESET' }, { purpose: 'RESET' }])
  await other.close()
  await weak.close()
})

test('without a mail server the message is kept, visible to ROOT only', async () => {
  const other = await aFarm()
  const email = await other.person('Aves', [])
  const root = await other.as('Root', ['platform.root'])
  const chief = await other.as('Aves')
  await other.api().users.passwordReset({ body: { email } })
  const seen = async (by: Api) => data(await by.outbox.search({ query: {} })).content
  const [letter] = await eventually(
    () => seen(root),
    found => found.length === 1,
  )
  expect(letter).toMatchObject({ state: 'KEPT', recipient: email, eventId: null, text: expect.stringContaining('/reset/') })
  expect(await seen(chief)).toEqual([])
  await other.close()
})
