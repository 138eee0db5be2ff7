import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { aPage, aScreen, closePages } from './screen.ts'
import type { Desk, Screen } from './screen.ts'
import { aStage } from './stage.ts'
import type { Stage, StageOptions } from './stage.ts'

/** The program of a file of tests, and the browser before it: there once `opens` has run before the first of them. */
export let stage: Stage
export let screen: Screen
export let page: Page

/** Starts a stage and a page before the tests of a file, and ends them after. */
export function opens(options: StageOptions = {}, desk: Desk = {}): void {
  beforeAll(async () => {
    stage = await aStage(options)
    await openScreen(desk)
  })
  afterAll(async () => {
    await closePages(screen?.browser)
    await stage?.close()
  })
}

let stageOfProcess: Promise<Stage> | undefined

/** As `opens`, for files that change nothing that another one of them reads: those of a process share a stage without boxes, which ends with it. */
export function sharesStage(desk: Desk = {}): void {
  beforeAll(async () => {
    stageOfProcess ??= aStage({ boxes: false })
    // A failed start is not kept: the next file of the process starts a stage of its own.
    stageOfProcess.catch(() => (stageOfProcess = undefined))
    stage = await stageOfProcess
    await openScreen(desk)
  })
  afterAll(() => closePages(screen?.browser))
}

async function openScreen(desk: Desk) {
  screen = await aScreen(desk)
  page = screen.page
}

/** From here on the page is that of a browser that nobody has used. */
export async function openFreshPage(): Promise<void> {
  page = await aPage(screen.browser, [])
}
