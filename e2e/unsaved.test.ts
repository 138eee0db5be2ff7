// @module-tag nightly
// A session that ends under a form: what was typed is there again once its person is, here or in another tab; nothing is blank.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { apiAs, data } from './api.ts'
import { opens, screen, stage } from './opened.ts'
import { isClean, signIn } from './screen.ts'
import { PATIENCE } from '../tools/testing/patience.ts'

opens({ boxes: false })

const again = (page: Page) => page.getByRole('dialog', { name: 'Sign in', exact: true })
const shortName = (page: Page) => page.getByRole('textbox', { name: 'Short name', exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function edit(page: Page, typed: string) {
  await page.goto(`${stage.url}/settings/profile`)
  await button(page, 'Edit').click()
  await shortName(page).fill(typed)
}
async function signOut(page: Page) {
  await page.getByRole('button', { name: /menu/i }).first().click()
  await page.getByText('Sign out', { exact: true }).click()
}
/** From elsewhere: every session but that one. */
async function endAll() {
  const { of } = await apiAs(stage.url, 'integrator', stage.password)
  for (const { id, current } of data(await of('users').ownSessions()))
    if (!current) data(await of('users').endSession({ params: { id } }))
  return of
}

test('what was typed outlives the session', async () => {
  const { page } = screen
  await signIn(page, stage.url, 'integrator', stage.password)
  const other = await page.context().newPage()
  other.setDefaultTimeout(PATIENCE.page)
  await other.goto(`${stage.url}/farmview`)
  await other.getByRole('article').first().waitFor()

  // Signed out in the other tab, and in again there.
  await edit(page, 'Typed once')
  await signOut(other)
  await other.waitForURL('**/login**')
  await again(page).waitFor()
  await page.getByText('Your entries are kept').waitFor()
  await isClean(page, 'sign in again')
  // The Escape key opens nothing of what lies below.
  for (let stroke = 0; stroke < 3; stroke++) {
    await page.keyboard.press('Escape')
    expect(await again(page).isVisible()).toBe(true)
  }
  await signIn(other, stage.url, 'integrator', stage.password)
  await again(page).waitFor({ state: 'detached' })
  expect(await shortName(page).inputValue()).toBe('Typed once')

  // Ended by the server; noticed by saving, and in again here, at the second try.
  const of = await endAll()
  // The page may hear of it by itself before the click: the dialog then lies above the button.
  await button(page, 'Save').dispatchEvent('click')
  await again(page).waitFor()
  const password = again(page).locator('[autocomplete=current-password]')
  await password.fill('Wrong-password-1')
  await page.keyboard.press('Enter')
  await again(page).getByRole('alert').waitFor()
  await password.fill(stage.password)
  await page.keyboard.press('Enter')
  await again(page).waitFor({ state: 'detached' })
  expect(await shortName(page).inputValue()).toBe('Typed once')
  await button(page, 'Save').click()
  await button(page, 'Edit').waitFor()
  expect(data(await of('users').personal()).shortName).toBe('Typed once')

  // Somebody else comes in the other tab: nothing of it is left for them.
  await edit(page, 'Never seen')
  await signOut(other)
  await again(page).waitFor()
  await signIn(other, stage.url, 'stock', stage.password)
  await again(page).waitFor({ state: 'detached' })
  await button(page, 'Edit').waitFor()
  expect(await page.getByText('stock@steading.example').count()).toBeGreaterThan(0)

  // Signing out where something is not saved asks first; given up, it is the login's turn.
  await edit(page, 'Given up')
  await signOut(page)
  await button(page, 'Keep editing').click()
  expect(await shortName(page).inputValue()).toBe('Given up')
  await signOut(other)
  await again(page).getByRole('button', { name: 'Discard changes' }).click()
  await page.waitForURL('**/login?next=**')
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  expect(screen.complaints.filter(complaint => !/\b401\b/.test(complaint))).toEqual([])
})
