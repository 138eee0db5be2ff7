import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { aPage, aScreen } from './screen.ts'
import type { Desk, Screen } from './screen.ts'
import { aStage } from './stage.ts'
import type { Stage, StageOptions } from './stage.ts'

/** The program of a file of tests, and the browser before it: there once `opens` has run before the first of them. */
export let stage: Stage
export let screen: Screen
export let page: Page

/** Starts both before the tests of a file, and ends them after. */
export function opens(options: StageOptions = {}, desk: Desk = {}): void {
  beforeAll(async () => {
    stage = await aStage(options)
    screen = await aScreen(desk)
    page = screen.page
  })
  afterAll(async () => {
    await screen?.browser.close()
    await stage?.close()
  })
}

/** From here on the page is that of a browser that nobody has used. */
export async function openFreshPage(): Promise<void> {
  page = await aPage(screen.browser, [])
}
