import type { Browser } from 'playwright-core'
import { addMapDashboard, areMapsDrawn, countLostContexts, lostContexts, toggleEditing } from '../../e2e/mapEditing.ts'
import { signIn } from '../../e2e/screen.ts'
import { whole } from '../rounds.ts'
import type { Visitor } from './watchedPage.ts'

const MAPS = 3
const TOGGLES = 20

/** How long a dashboard of three maps takes to go into edit mode and back, again and again, and the WebGL contexts that it loses. */
export async function measureMapEditing(browser: Browser, visitor: Visitor): Promise<void> {
  const { url, name, password } = visitor
  const id = await addMapDashboard(visitor, MAPS)
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
    await areMapsDrawn(page, MAPS)
    const began = performance.now()
    await toggleEditing(page, { maps: MAPS, toggles: TOGGLES })
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
