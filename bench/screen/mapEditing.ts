import type { Browser, Page } from 'playwright-core'
import { apiAs, data } from '../../e2e/api.ts'
import { signIn } from '../../e2e/screen.ts'
import { whole } from '../rounds.ts'
import type { Visitor } from './watchedPage.ts'

const MAPS = 3
const TOGGLES = 20

/** A dashboard of three maps goes into edit mode and back, again and again: the contexts of WebGL that a browser takes away. */
export async function measureMapEditing(browser: Browser, visitor: Visitor): Promise<void> {
  const { url, name, password } = visitor
  const boards = (await apiAs(url, name, password)).of('dashboards')
  const { id } = data(await boards.create({ body: { displayName: 'Bench of maps' } }))
  for (let index = 0; index < MAPS; index++)
    data(await boards.addWidget({ body: { dashboardId: id, type: 'MAP', configs: { title: `Map ${index}` } }, files: [] }))
  const context = await browser.newContext({ viewport: { width: 1440, height: 2000 } })
  try {
    const page = await context.newPage()
    await signIn(page, url, name, password)
    const warnings: string[] = []
    page.on('console', message => {
      if (/webgl/i.test(message.text())) warnings.push(message.text())
    })
    await countLostContexts(page)
    await page.goto(`${url}/farmview?dashboard=${id}`)
    await areDrawn(page)
    const began = performance.now()
    for (let toggle = 0; toggle < TOGGLES; toggle++) {
      await page.getByRole('button', { name: 'Edit dashboard' }).click()
      await page.getByRole('button', { name: 'Save layout' }).waitFor()
      await areDrawn(page)
      await page.getByRole('button', { name: 'Cancel', exact: true }).click()
      await page.getByRole('button', { name: 'Edit dashboard' }).waitFor()
      await areDrawn(page)
    }
    const lost = await lostContexts(page)
    console.log(
      `  edit mode ${TOGGLES} times with ${MAPS} maps in ${whole((performance.now() - began) / 1000)} s: ` +
        `${lost} lost WebGL contexts, goal 0; warnings of the browser about WebGL: ${warnings.length}`,
    )
    for (const warning of new Set(warnings)) console.log(`    ${warning.slice(0, 200)}`)
  } finally {
    await context.close()
  }
}

/** Every map is there and idle, on a context that still draws. */
const areDrawn = (page: Page) =>
  page.waitForFunction(
    count =>
      document.querySelectorAll('main article [data-ready] canvas').length === count &&
      document.querySelector('main .sk') === null,
    MAPS,
    { timeout: 120_000 },
  )

/** Contexts that are lost while their canvas is on the page: a map that is removed gives its own up. */
const countLostContexts = (page: Page) =>
  page.addInitScript(() => {
    document.addEventListener(
      'webglcontextlost',
      () => {
        const { dataset } = document.documentElement
        dataset.lostContexts = String(Number(dataset.lostContexts ?? 0) + 1)
      },
      true,
    )
  })

const lostContexts = (page: Page) => page.evaluate(() => Number(document.documentElement.dataset.lostContexts ?? 0))
