// Coming in, where the tenant is not the usual one: every call names it, words come in the language of the screen, and an
// address that leads nowhere doesn't lead out.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../tools/browser.ts'
import { aStage } from './stage.ts'
import type { Stage } from './stage.ts'

let stage: Stage
let browser: Browser
let page: Page
const languages = new Set<string>()
beforeAll(async () => {
  stage = await aStage({ boxes: false, env: { TENANT_ID: 'acme' } })
  browser = await openBrowser()
  page = await (await browser.newContext({ viewport: { width: 1600, height: 900 }, locale: 'en-GB' })).newPage()
  page.setDefaultTimeout(30_000)
  page.on('request', request => {
    const heard = request.headers()['accept-language']
    if (request.url().includes('/services/') && !request.url().endsWith('/health')) languages.add(heard ?? 'none')
  })
})
afterAll(async () => {
  await browser?.close()
  await stage?.close()
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
  expect(await page.getByRole('link', { name: /forgot/i }).count()).toBe(0)
  await page.getByLabel('Email').fill('root@steading.example')
  await page.getByLabel('Password').first().fill(stage.password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL('**/farmview**')
  await page.getByRole('article').first().waitFor()

  await page404('/settings/profile', 'This page doesn’t exist', 'outside your permissions')
  await page404('/not_found', 'This page doesn’t exist', 'outside your permissions')
  for (const path of ['/events/9999/details', '/rules/9999/details', '/system/terminals/details/9999'])
    await page404(path, 'This page doesn’t exist', 'It isn’t there, or it lies outside your area.')
  expect([...languages]).toEqual(['en-US'])

  // Another language: from then on the server is asked in that one, and says again what it had said before.
  await page.getByRole('button', { name: /menu/i }).first().click()
  expect(await page.getByRole('link', { name: 'Profile' }).count()).toBe(0)
  await page.getByLabel('Language').selectOption('de-DE')
  await page.getByRole('heading', { level: 1, name: 'Diese Seite gibt es nicht' }).waitFor()
  languages.clear()
  await page.reload()
  await page.getByText('Nicht vorhanden oder außerhalb Ihres Bereichs').first().waitFor()
  expect([...languages]).toEqual(['de-DE'])
})

test('who arranges a dashboard that somebody else has arranged meanwhile chooses whose counts', async () => {
  const context = await browser.newContext({ viewport: { width: 1600, height: 900 }, locale: 'en-US' })
  const tab = async () => {
    const opened = await context.newPage()
    opened.setDefaultTimeout(30_000)
    await opened.goto(`${stage.url}/farmview`)
    return opened
  }
  const mine = await tab()
  await mine.getByLabel('Email').fill('root@steading.example')
  await mine.getByLabel('Password').first().fill(stage.password)
  await mine.locator('button[type=submit]').click()
  await mine.getByRole('article').first().waitFor()
  const theirs = await tab()
  await theirs.getByRole('article').first().waitFor()
  const puts: number[] = []
  mine.on('response', answer => {
    if (answer.url().endsWith('/layout')) puts.push(answer.status())
  })
  const arrange = (page: Page) => page.getByRole('button', { name: 'Edit dashboard' }).click()
  const save = (page: Page) => page.getByRole('button', { name: 'Save layout' }).click()
  const theySave = async () => {
    await theirs.reload()
    await arrange(theirs)
    await save(theirs)
    await theirs.getByRole('button', { name: 'Save layout' }).waitFor({ state: 'detached' })
  }

  // Nothing is overwritten by saving again; going on keeps what was arranged.
  await arrange(mine)
  await theySave()
  await save(mine)
  const asked = mine.getByRole('dialog', { name: /Somebody else has arranged/ })
  await asked.getByRole('button', { name: 'Go on arranging' }).click()
  await asked.waitFor({ state: 'detached' })
  await save(mine)
  await asked.waitFor()
  expect(puts).toEqual([409, 409])

  await asked.getByRole('button', { name: 'Save mine' }).click()
  await mine.getByRole('button', { name: 'Save layout' }).waitFor({ state: 'detached' })
  expect(puts).toEqual([409, 409, 200])

  await arrange(mine)
  await theySave()
  await save(mine)
  await asked.getByRole('button', { name: 'Show theirs' }).click()
  await mine.getByRole('button', { name: 'Save layout' }).waitFor({ state: 'detached' })
  expect(puts).toEqual([409, 409, 200, 409])
  await context.close()
})

test('open tabs share who is signed in; who signs out, does so in all', async () => {
  const context = await browser.newContext({ viewport: { width: 1600, height: 900 }, locale: 'en-US' })
  const tab = async (path: string) => {
    const opened = await context.newPage()
    opened.setDefaultTimeout(30_000)
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

  await third.getByRole('button', { name: /menu/i }).first().click()
  await third.getByRole('button', { name: 'Sign out' }).click()
  await third.waitForURL('**/login**')
  await first.waitForURL('**/login**')
  const late = await tab('/events')
  await late.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await context.close()
})
