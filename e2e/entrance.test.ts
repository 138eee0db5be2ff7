// Coming in, where the tenant is not the usual one: every call names it, words come in the language of the screen, and an
// address that leads nowhere doesn't lead out.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMIT } from '../tools/web/bundle.ts'
import { apiAs, data, eventually } from './api.ts'
import { closePages, isClean, sharedBrowser, signIn } from './screen.ts'
import { aStage } from './stage.ts'
import type { Stage } from './stage.ts'
import { PATIENCE } from '../tools/testing/patience.ts'

let stage: Stage
let browser: Browser
let page: Page
const languages = new Set<string>()
beforeAll(async () => {
  stage = await aStage({ boxes: false, env: { TENANT_ID: 'acme' } })
  browser = await sharedBrowser()
  page = await (await browser.newContext({ viewport: { width: 1600, height: 900 }, locale: 'en-GB' })).newPage()
  page.setDefaultTimeout(PATIENCE.page)
  page.on('request', request => {
    const header = request.headers()['accept-language']
    if (request.url().includes('/services/') && !request.url().endsWith('/health')) languages.add(header ?? 'none')
  })
})
afterAll(async () => {
  await closePages(browser)
  await stage?.close()
})

test('who is to sign in waits for no more JavaScript than a slow line carries', async () => {
  const own = await (await browser.newContext()).newPage()
  const sizes: Promise<number>[] = []
  own.on('requestfinished', request => {
    if (request.url().endsWith('.js')) sizes.push(request.sizes().then(one => one.responseBodySize))
  })
  await own.goto(`${stage.url}/login`)
  await own.getByLabel('Password').first().waitFor()
  // Nothing is fetched behind the page's back either.
  await own.waitForLoadState('networkidle')
  const sum = (await Promise.all(sizes)).reduce((all, one) => all + one, 0)
  expect(sum).toBeGreaterThan(50_000)
  expect(sum).toBeLessThan(LIMIT)
  await own.context().close()
})

test('preloads the texts and the page of a first visit and fetches no file twice', { tags: ['nightly'] }, async () => {
  const own = await (await browser.newContext({ locale: 'de-DE' })).newPage()
  const warnings: string[] = []
  own.on('console', message => warnings.push(message.text()))
  await own.goto(`${stage.url}/login`)
  await own.getByLabel('Passwort').first().waitFor()
  // Chrome complains of a preload that nothing has used a few seconds after the page was loaded.
  await own.waitForTimeout(5_000)
  const loaded = await own.evaluate(() =>
    performance.getEntriesByType('resource').map(entry => {
      const { name, initiatorType, transferSize } = entry as PerformanceResourceTiming // safe: asked for by their type
      return { path: new URL(name).pathname, initiatorType, transferSize }
    }),
  )
  const transferred = loaded.filter(({ path, transferSize }) => path.startsWith('/assets/') && transferSize > 0)
  const paths = transferred.map(({ path }) => path)
  expect(paths.filter((path, at) => paths.indexOf(path) < at)).toEqual([])
  // What the program had to ask for itself was not preloaded.
  const scripts = transferred.filter(({ path }) => /\.js(on)?$/.test(path))
  expect(scripts.filter(({ initiatorType }) => initiatorType === 'fetch')).toEqual([])
  expect(scripts.some(({ path }) => path.endsWith('.json'))).toBe(true)
  expect(warnings.filter(text => text.includes('preload'))).toEqual([])
  await own.context().close()
})

test('the first label of the host selects the brand, and each brand comes', { tags: ['nightly'] }, async () => {
  const own = await (await browser.newContext()).newPage()
  for (const brand of ['leziria', 'montado', 'vale', 'fieldnode', 'livinglab', 'staging']) {
    await own.goto(stage.url.replace('127.0.0.1', `${brand}.localhost`) + '/login')
    await own.getByLabel('Password').first().waitFor()
    await own.locator(`html[data-theme=${brand}]`).waitFor()
    const accent = () => own.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--st-accent'))
    expect(await accent()).not.toBe('')
  }
  await own.context().close()
})

test('signing in and looking round at a tenant of another name', async () => {
  const page404 = async (path: string, title: string, words: string) => {
    await page.goto(stage.url + path)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.getByText(words).first().waitFor()
    expect(await page.getByRole('navigation').first().isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  }
  await page.goto(`${stage.url}/`)
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('heading', { level: 1, name: 'Forgot your password?' }).waitFor()
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await page.getByLabel('Email').fill('root@steading.example')
  await page.getByLabel('Password').first().fill(stage.password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL('**/farmview**')
  await page.getByRole('article').first().waitFor()

  // What is typed before the field of Ctrl-K is there, is in it.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('pavil')
  await page.getByRole('combobox', { name: 'Search pages, actions, sensors and locations' }).waitFor()
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Search pages, actions, sensors and locations' }).inputValue())
    .toBe('pavil')
  await page.keyboard.press('Escape')

  // Who leaves it by the keyboard is back where they were.
  const jump = page.getByRole('button', { name: 'Search or go to…' })
  await jump.focus()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search pages, actions, sensors and locations' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => jump.evaluate(one => one === document.activeElement)).toBe(true)

  // It does what people call by its name, too.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('create user')
  await page.getByRole('option', { name: 'New user', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'New user' }).waitFor()

  // A page that comes only while it is open does not take the keys from it.
  let arrive: () => void = () => undefined
  const held = new Promise<void>(resolve => {
    arrive = resolve
  })
  await page.route('**/assets/*.js', async route => {
    await held
    await route.continue()
  })
  await page.getByRole('link', { name: 'Events' }).first().click()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('people')
  await page.getByRole('option', { name: /^Users/, selected: true }).waitFor()
  const arriving = page.getByRole('heading', { level: 1, name: 'Events', includeHidden: true })
  expect(await arriving.count()).toBe(0)
  arrive()
  await arriving.waitFor()
  // It takes the focus, if at all, once it is painted.
  await page.evaluate(() => new Promise(painted => requestAnimationFrame(() => requestAnimationFrame(painted))))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
  await page.unroute('**/assets/*.js')

  await page404('/tasks/no_such_page', 'Page not found', 'you may not have access')
  await page404('/not_found', 'Page not found', 'you may not have access')
  for (const path of ['/events/9999/details', '/rules/9999/details', '/system/terminals/details/9999'])
    await page404(path, 'Page not found', 'Not found, or you don’t have access.')
  expect([...languages]).toEqual(['en-US'])

  // Another language: from then on the server is asked in that one, and says again what it had said before.
  await page.getByRole('button', { name: /menu/i }).first().click()
  await expect.poll(() => page.getByRole('link', { name: 'Profile' }).count()).toBe(1)
  await page.getByLabel('Language').selectOption('de-DE')
  await page.getByRole('heading', { level: 1, name: 'Diese Seite gibt es nicht' }).waitFor()
  languages.clear()
  await page.reload()
  await page.getByText('Nicht vorhanden oder außerhalb Ihres Bereichs').first().waitFor()
  expect([...languages]).toEqual(['de-DE'])
})

test('a login that answers without a token or a name is none, and the page says so', { tags: ['nightly'] }, async () => {
  const context = await browser.newContext({ locale: 'en-US' })
  const alone = await context.newPage()
  await alone.route('**/services/auth', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), shortName: '' } })
  })
  await alone.goto(`${stage.url}/login`)
  await alone.getByLabel('Email').fill('root@steading.example')
  await alone.getByLabel('Password').first().fill(stage.password)
  await alone.locator('button[type=submit]').click()
  const message = await alone.getByRole('alert').innerText()
  expect(message).toBe('Mandatory session fields missing: sessionToken or shortName')
  expect(new URL(alone.url()).pathname).toBe('/login')
  await context.close()
})

test(
  'who arranges a dashboard that somebody else has arranged meanwhile chooses whose counts',
  { tags: ['nightly'] },
  async () => {
    const context = await browser.newContext({ viewport: { width: 1600, height: 900 }, locale: 'en-US' })
    const tab = async () => {
      const opened = await context.newPage()
      opened.setDefaultTimeout(PATIENCE.page)
      await opened.goto(`${stage.url}/farmview`)
      return opened
    }
    const mine = await tab()
    await mine.getByLabel('Email').fill('root@steading.example')
    await mine.getByLabel('Password').first().fill(stage.password)
    await mine.locator('button[type=submit]').click()
    await mine.getByRole('article').first().waitFor()
    const puts: number[] = []
    mine.on('response', answer => {
      if (answer.request().method() === 'PUT' && answer.url().endsWith('/widgets')) puts.push(answer.status())
    })
    const arrange = (page: Page) => page.getByRole('button', { name: 'Edit dashboard' }).click()
    const save = (page: Page) => page.getByRole('button', { name: 'Save layout' }).click()
    const { of } = await apiAs(stage.url, 'root', stage.password)
    const boards = of('dashboards')
    const board = data(await boards.homepage({}))!
    /** Somebody else moves the lowest widget one row up or down. */
    const theySave = async () => {
      const { layout, version } = data(await boards.widgets({ params: { id: board.id } }))
      const low = layout.toSorted((a, b) => b.y - a.y)[0]!
      const moved = layout.map(item => (item === low ? { ...item, y: item.y + 1 } : item))
      data(await boards.layout({ params: { id: board.id }, body: { layout: moved, version } }))
    }

    // Nothing is overwritten by saving again; going on keeps what was arranged.
    await arrange(mine)
    await theySave()
    await save(mine)
    const locator = mine.getByRole('dialog', { name: /Someone else changed this dashboard/ })
    await locator.getByRole('button', { name: 'Keep editing' }).click()
    await locator.waitFor({ state: 'detached' })
    await save(mine)
    await locator.waitFor()
    expect(puts).toEqual([409, 409])

    await locator.getByRole('button', { name: 'Save both' }).click()
    await mine.getByRole('button', { name: 'Save layout' }).waitFor({ state: 'detached' })
    expect(puts).toEqual([409, 409, 200])

    await arrange(mine)
    await theySave()
    await save(mine)
    await locator.getByRole('button', { name: 'Discard mine' }).click()
    await mine.getByRole('button', { name: 'Save layout' }).waitFor({ state: 'detached' })
    expect(puts).toEqual([409, 409, 200, 409])
    await context.close()
  },
)

test('open tabs share who is signed in; who signs out, does so in all', { tags: ['nightly'] }, async () => {
  const context = await browser.newContext({ viewport: { width: 1600, height: 900 }, locale: 'en-US' })
  const tab = async (path: string) => {
    const opened = await context.newPage()
    opened.setDefaultTimeout(PATIENCE.page)
    await opened.goto(stage.url + path)
    return opened
  }
  const first = await tab('/login')
  await first.getByLabel('Email').fill('root@steading.example')
  await first.getByLabel('Password').first().fill(stage.password)
  await first.locator('button[type=submit]').click()
  await first.waitForURL('**/farmview**')

  // A mail's link, a middle click: a tab of its own, and no password.
  const second = await tab('/events')
  await second.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
  expect(new URL(second.url()).pathname).toBe('/events')
  expect(await second.evaluate(() => JSON.stringify(localStorage))).not.toContain('sessionToken')

  // A tab that is too busy to answer in time still answers: the page that was asked for comes.
  await second.close()
  const busy = first.evaluate(() => {
    const until = Date.now() + 2500
    while (Date.now() < until);
  })
  const third = await tab('/events')
  await Promise.all([busy, third.getByRole('heading', { level: 1, name: 'Events' }).waitFor()])
  expect(new URL(third.url()).pathname).toBe('/events')

  // Pages that need no session stay.
  const terms = await tab('/terms-of-use')
  const alarm = await tab('/alarm')
  const title = await terms.getByRole('heading', { level: 1 }).textContent()

  await third.getByRole('button', { name: /menu/i }).first().click()
  await third.getByRole('button', { name: 'Sign out' }).click()
  await third.waitForURL('**/login**')
  await first.waitForURL('**/login**')
  expect([new URL(terms.url()).pathname, new URL(alarm.url()).pathname]).toEqual(['/terms-of-use', '/alarm'])
  expect(await terms.getByRole('heading', { level: 1 }).textContent()).toBe(title)
  const late = await tab('/events')
  await late.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await context.close()
})

/** The link in the last mail to somebody, into `step` of an account. */
const mailedLink = async (to: string, step: 'activation' | 'reset') => {
  const mail = await eventually(
    `the ${step} mail`,
    async () => stage.mails.findLast(email => email.to?.some(({ address }) => address === to)),
    email => email?.text?.includes(`/${step}/`) === true,
  )
  const path = new RegExp(`/account/\\d+/${step}/[^\\s)]+`).exec(mail!.text!)![0]
  return stage.url + path
}

test('an account by mail: activated, told the terms and the news, its password forgotten and changed, its sessions ended', async () => {
  const { of, session } = await apiAs(stage.url, 'root', stage.password)
  const people = await browser.newContext({ viewport: { width: 1440, height: 1000 }, locale: 'en-US' })
  const mine = await people.newPage()
  mine.setDefaultTimeout(PATIENCE.page)
  const button = (name: string) => mine.getByRole('button', { name, exact: true })
  const heading = (name: string) => mine.getByRole('heading', { level: 1, name, exact: true })
  const setPassword = async (password: string, repeat = password) => {
    await mine.getByLabel('Password', { exact: true }).fill(password)
    await mine.getByLabel('Repeat the password').fill(repeat)
    await button('Set the password').click()
  }
  const email = 'barn@steading.example'
  const [role] = data(await of('roles').search({ query: {} })).content
  data(
    await of('users').create({
      body: { displayName: 'Barn helper', shortName: 'Barn', email, roleId: role!.id, rootEntityId: session.rootEntity.id },
      files: [],
    }),
  )

  // The invitation; the two passwords must be alike, and the link works once.
  const invitation = await mailedLink(email, 'activation')
  await mine.goto(invitation)
  await heading('Welcome to Steading').waitFor()
  await isClean(mine, 'activation')
  await setPassword('First-pass-1', 'First-pass-2')
  await mine.getByText('The passwords don’t match').waitFor()
  await setPassword('First-pass-1')
  await heading('Your password is set').waitFor()
  await mine.goto(invitation)
  await heading('This account is already active').waitFor()

  // Terms and news are told once, and stand in nobody's way.
  await signIn(mine, stage.url, email, 'First-pass-1', '/farmview')
  await button('I accept').click()
  await button('See what is new').click()
  await mine.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await button('See what is new').waitFor({ state: 'detached' })
  await mine.reload()
  await mine.getByRole('main').waitFor()
  expect(await button('I accept').count()).toBe(0)

  // Forgotten: a link by mail, which a guess does not replace.
  await mine.goto(`${stage.url}/settings/profile?tab=security`)
  await button('Sign in on another device').waitFor()
  const forgetful = await browser.newContext({ viewport: { width: 390, height: 800 }, locale: 'en-US' })
  const phone = await forgetful.newPage()
  phone.setDefaultTimeout(PATIENCE.page)
  await phone.goto(`${stage.url}/forgot_password`)
  await phone.getByLabel('Email').fill(email)
  await phone.getByRole('button', { name: 'Send the link' }).click()
  await phone.getByRole('heading', { name: 'Check your email' }).waitFor()
  const reset = await mailedLink(email, 'reset')
  await phone.goto(reset.replace(/[^/]+$/, 'guessed'))
  await phone.getByLabel('Password', { exact: true }).fill('Second-pass-2')
  await phone.getByLabel('Repeat the password').fill('Second-pass-2')
  await phone.getByRole('button', { name: 'Set the password' }).click()
  await phone.getByText('This link is no longer valid.').waitFor()
  await phone.goto(reset)
  await phone.getByLabel('Password', { exact: true }).fill('Second-pass-2')
  await phone.getByLabel('Repeat the password').fill('Second-pass-2')
  await phone.getByRole('button', { name: 'Set the password' }).click()
  await phone.getByRole('heading', { name: 'Your password is set' }).waitFor()

  // Whoever was signed in is so no more; the old password is none.
  await mine.reload()
  await heading('Sign in').waitFor()
  await signIn(mine, stage.url, email, 'Second-pass-2', '/farmview')

  // A code signs the telephone in, once; its address does not keep it.
  await mine.goto(`${stage.url}/settings/profile?tab=security`)
  await mine.getByText('This device').waitFor()
  await isClean(mine, 'password and sessions')
  const { token } = await mine.evaluate(async () => {
    const { sessionToken } = JSON.parse(sessionStorage.getItem('steading.session')!)
    const answer = await fetch('/services/auth/token', {
      method: 'POST',
      headers: { authorization: `Bearer ${sessionToken}`, 'x-tenant': 'acme' },
    })
    return (await answer.json()) as { token: string }
  })
  // A browser of another language than the person's: what is said in theirs from then on is no second sign-in.
  const tablet = await (await browser.newContext({ locale: 'fr-FR' })).newPage()
  tablet.setDefaultTimeout(PATIENCE.page)
  await tablet.goto(`${stage.url}/token-auth#token=${token}`)
  await tablet.waitForURL('**/farmview')
  await tablet.locator('html[lang="en-US"]').waitFor({ state: 'attached' })
  await tablet.getByRole('heading', { level: 1 }).waitFor()
  await tablet.goto(`${stage.url}/login`)
  await tablet.waitForURL('**/farmview')

  // Its session is listed, and ends from here.
  await mine.reload()
  await mine.getByRole('button', { name: /^Sign out session on Chrome/ }).click()
  await mine.getByText('1 session signed out').waitFor()
  await tablet.reload()
  await tablet.waitForURL('**/login**')

  // Another password: the present one is asked for, and told where it is wrong.
  await mine.getByLabel('Current password').fill('not the password')
  await mine.getByLabel('New password').fill('Third-pass-3')
  await mine.getByLabel('Repeat the password').fill('Third-pass-3')
  await button('Change password').click()
  await mine.getByText('The current password is incorrect').waitFor()
  await mine.getByLabel('Current password').fill('Second-pass-2')
  await button('Change password').click()
  await mine.getByText('Password changed').waitFor()

  // How alarms arrive is kept.
  await mine.getByRole('tab', { name: 'Notifications' }).click()
  await mine.getByRole('checkbox', { name: 'Daily summary' }).check()
  await button('Save').last().click()
  await mine.getByText('Saved.').waitFor()
  await mine.reload()
  await mine.getByRole('checkbox', { name: 'Daily summary', checked: true }).waitFor()
  await isClean(mine, 'notifications')

  // The end of the account.
  await mine.getByRole('tab', { name: 'Password and sessions' }).click()
  await button('Delete my account').click()
  await mine.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click()
  await heading('Sign in').waitFor()
  await Promise.all([people.close(), forgetful.close()])
})
