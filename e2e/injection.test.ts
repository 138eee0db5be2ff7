// @module-tag nightly
// Texts that do something where they are taken for more than text, in every field of the contract that takes texts, in what a box
// says, in names of files and in addresses: no page runs one of them, and no mail. Real programs, a real browser.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { data } from './api.ts'
import { aBadBox } from './injection/box.ts'
import { PAYLOADS, shown } from './injection/payloads.ts'
import { aScene } from './injection/scene.ts'
import type { Scene } from './injection/scene.ts'
import { fieldsOf, sow } from './injection/sowing.ts'
import { visit, visits } from './injection/visits.ts'
import { credulous, look, nothing, takeDown, watched } from './injection/witness.ts'
import type { Seen } from './injection/witness.ts'
import { closePages, sharedBrowser, signIn } from './screen.ts'
import { aStage } from './stage.ts'
import type { Stage } from './stage.ts'

let stage: Stage
let scene: Scene
let browser: Browser
beforeAll(async () => {
  stage = await aStage({ boxes: false, env: { LOG_LEVEL: 'silent' } })
  scene = await aScene(stage)
  browser = await sharedBrowser()
})
afterAll(async () => {
  await closePages(browser)
  await stage?.close()
})

/** Those that a page shows by their number. */
const COUNTED = PAYLOADS.filter(text => shown(text).length > 0).length
const all = (read: Seen['read']) => new Set([...read.values()].flatMap(one => [...one]))
const harmless = { ran: [], dialogs: [], outside: [], violations: [], planted: [], broke: [] }

test('every field that takes texts takes these as texts, or refuses them', async () => {
  const sown = await sow(scene)
  const names = fieldsOf.flatMap(({ name, fields }) => fields.map(({ field }) => `${name} ${field}`))
  expect(names.filter(name => !sown.has(name))).toEqual([])
  const taken = [...sown].filter(([, one]) => one.taken > 0)
  // A walk that finds no fields would find nothing wrong with them.
  expect(names.length).toBeGreaterThan(170)
  expect(taken.length).toBeGreaterThan(120)
  await aBadBox(scene)
})

test('no page runs, asks for or breaks over any of them', async () => {
  const seen = nothing()
  const queue = await visits(scene)
  const context = await watched(browser, stage.url, seen)
  const tabs = [await context.newPage(), await context.newPage()] as const
  await signIn(tabs[0], stage.url, 'root', stage.password)
  // One session for all tabs.
  await tabs[1].goto(`${stage.url}/settings/profile`)
  await Promise.all(tabs.map(tab => visit(tab, queue, seen)))
  // Where one wants to go after signing in is an address as well.
  for (const next of ['javascript:hit(15)', '//a.example/hit(15)', 'data:text/html,<script>hit(15)</script>']) {
    const page = await (await watched(browser, stage.url, seen)).newPage()
    await page.goto(`${stage.url}/login?next=${encodeURIComponent(next)}`)
    await page.getByLabel('Email').fill('root@steading.example')
    await page.getByLabel('Password').first().fill(stage.password)
    await page.locator('button[type=submit]').click()
    await page.waitForURL(url => url.pathname !== '/login')
    await takeDown(page, next, seen)
  }
  // What one looks for is shown at once, and an alarm to whoever follows the link of its mail.
  await tabs[0].keyboard.press('Control+k')
  await tabs[0].keyboard.type('script')
  await tabs[0].getByRole('option').filter({ hasText: 'hit(' }).first().waitFor()
  await look(tabs[0], 'search', seen)
  const link = stage.mails.flatMap(({ to, text }) =>
    to?.some(({ address }) => address === 'root@steading.example') ? (/http\S+\/a\/\S+/.exec(text ?? '') ?? []) : [],
  )[0]
  await tabs[1].goto(link!)
  await tabs[1].getByRole('button', { name: 'Show the alarm' }).click()
  await tabs[1].getByText('hit(').first().waitFor()
  await look(tabs[1], 'alarm', seen)
  const { read, ...done } = seen
  expect(done).toEqual(harmless)
  expect(all(read).size).toBeGreaterThanOrEqual(COUNTED)
})

test('no mail runs or asks for any of them, and one that took texts for HTML is found out', async () => {
  const letters = stage.mails.flatMap(({ html }) => (html ? [html] : []))
  const open = async (change: (html: string) => string) => {
    const seen = nothing()
    const context = await watched(browser, stage.url, seen)
    const page = await context.newPage()
    for (const [n, html] of letters.entries()) {
      await page.setContent(change(html))
      await takeDown(page, `mail ${n}`, seen)
    }
    await page.waitForTimeout(300)
    await context.close()
    return seen
  }
  const { read, ...done } = await open(html => html)
  expect(done).toEqual(harmless)
  expect(all(read).size).toBeGreaterThan(30)
  const credulous = await open(html =>
    html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'"),
  )
  expect(new Set(credulous.ran).size).toBeGreaterThan(5)
  expect(credulous.planted.length).toBeGreaterThan(20)
})

/** Pages that show what people and boxes wrote. */
const TELLING = ['/events', '/system/roles', '/outbox']

test('pages that took texts for HTML are found out, and the policy would have stopped it', async () => {
  const open = async (obeys: boolean) => {
    const seen = nothing()
    const context = await watched(browser, stage.url, seen, { obeys })
    const page = await context.newPage()
    await signIn(page, stage.url, 'root', stage.password)
    await page.addInitScript(credulous)
    for (const path of TELLING) {
      await page.goto(`${stage.url}${path}?itemsPerPage=50`)
      await look(page, path, seen)
    }
    await context.close()
    return seen
  }
  const naked = await open(false)
  expect(new Set(naked.ran).size).toBeGreaterThan(5)
  expect(naked.planted.length).toBeGreaterThan(20)
  expect(naked.outside.length).toBeGreaterThan(0)
  const guarded = await open(true)
  expect(guarded.planted.length).toBeGreaterThan(20)
  expect({ ran: guarded.ran, dialogs: guarded.dialogs }).toEqual({ ran: [], dialogs: [] })
  expect(guarded.violations.length).toBeGreaterThan(20)
})

test('every answer says that nothing in it may run, and files are handed over as files', async () => {
  const headers = { 'x-tenant': scene.tenant, authorization: `Bearer ${scene.token}` }
  const ask = (path: string) => fetch(stage.url + path, { headers })
  for (const path of [
    '/',
    '/events?search=x',
    '/nowhere',
    '/services/events/search',
    '/services/nowhere',
    '/meta.json',
    '/services/docs',
  ]) {
    const answer = await ask(path)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect({ path, policy }).toMatchObject({
      policy: expect.stringMatching(/default-src 'none'.*script-src 'self';.*object-src 'none'.*base-uri 'none'/) as string,
    })
    expect(policy).not.toMatch(/unsafe|\*/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  }
  const { of, made } = scene
  const files: string[] = ['/services/audit/export']
  for (const id of made.get('eventId') ?? []) {
    const { attachments } = data(await of('events').details({ params: { id } }))
    files.push(...attachments.map(({ name }) => `/services/events/${id}/attachments/${encodeURIComponent(name)}`))
  }
  files.push(...(made.get('entityid') ?? []).map(id => `/services/entities/${id}/image`))
  expect(files.length).toBeGreaterThan(PAYLOADS.length)
  for (const path of files) {
    const { status, headers: replyHeaders } = await ask(path)
    expect({
      path,
      status,
      type: replyHeaders.get('x-content-type-options'),
      policy: replyHeaders.get('content-security-policy'),
    }).toEqual({
      path,
      status: 200,
      type: 'nosniff',
      policy: "sandbox; default-src 'none'",
    })
    expect(replyHeaders.get('content-disposition')).toMatch(
      /^attachment; filename=(?:[\w!#$%&'*+.^`|~-]+|"(?:\\[\x20-\x7e]|[\x20!#-[\]-~])*")(?:; filename\*=UTF-8''[\w%.~!*-]*)?$/,
    )
  }
})
