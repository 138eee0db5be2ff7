// A platform that nobody has entered yet, at a tenant of another name: the login leads to the set-up, the code of the console
// makes the first administrator, and from then on there is nothing left to set up.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from './api.ts'
import { aStage } from './stage.ts'
import type { Stage } from './stage.ts'
import { PATIENCE } from '../tools/testing/patience.ts'
import { closePages, sharedBrowser } from './screen.ts'

let stage: Stage
let browser: Browser
beforeAll(async () => {
  stage = await aStage({ bare: true, env: { TENANT_ID: 'acme', DEMO: 'off' } })
  browser = await sharedBrowser()
})
afterAll(async () => {
  await closePages(browser)
  await stage?.close()
})

test('from the login of an empty platform to its first administrator', async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE.page)
  const tenants = new Set<string | undefined>()
  page.on('request', request => {
    if (request.url().includes('/services/') && !request.url().endsWith('/health')) tenants.add(request.headers()['x-tenant'])
  })
  const code = await eventually(
    'the set-up code',
    async () => stage.setupCode(),
    found => found !== undefined,
  )

  await page.goto(`${stage.url}/`)
  await page.getByRole('link', { name: /No users yet/ }).click()
  await page.getByLabel('Setup code').fill('not the code')
  await page.getByLabel('Your name').fill('Ana Sousa')
  await page.getByLabel('Email').fill('ana@acme.example')
  await page.getByLabel('Password', { exact: true }).fill('Correct-horse-7')
  await page.getByLabel('Repeat the password').fill('Correct-horse-7')
  await page.locator('button[type=submit]').click()
  await page.getByRole('alert').first().waitFor()
  await page.getByLabel('Setup code').fill(code ?? '')
  await page.locator('button[type=submit]').click()
  await page.waitForURL('**/farmview**')
  expect([...tenants]).toEqual(['acme'])

  // Nothing is here yet: what a first administrator makes next is offered, one after the other.
  await page.getByRole('heading', { level: 2, name: 'Set up the platform' }).waitFor()
  await page.getByRole('button', { name: 'Create the company' }).click()
  await page.getByRole('heading', { level: 1, name: 'New entity: Company' }).waitFor()
  await page.goBack()

  // Nobody would hear of a server that fails: whoever may mend it reads so, and is led to the page that says how.
  await page.getByText('If this server fails').waitFor()
  await page.getByRole('link', { name: 'See what is missing' }).click()
  await page.getByRole('heading', { level: 1, name: 'Alarm path' }).waitFor()
  await page.getByText('The alarm path works').waitFor()
  expect(await page.locator('.path-stage').count()).toBe(6)
  await page.getByText('HEARTBEAT_URL').waitFor()

  await page.getByRole('button', { name: /menu/i }).first().click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.getByRole('link', { name: /No users yet/ }).count()).toBe(0)
})
