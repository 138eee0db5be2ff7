// @module-tag nightly
// Maps of a dashboard in edit mode: a browser takes the oldest WebGL contexts away where a page makes too many of them.
import { expect, test } from 'vitest'
import { addMapDashboard, areMapsDrawn, countLostContexts, lostContexts, toggleEditing } from './mapEditing.ts'
import { openFreshPage, opens, page, stage } from './opened.ts'
import { signIn } from './screen.ts'

opens({ boxes: false })

const MAPS = 3
const TOGGLES = 20

async function openMaps() {
  await openFreshPage()
  const { url, password } = stage
  const id = await addMapDashboard({ url, name: 'manager', password }, MAPS)
  await countLostContexts(page)
  await signIn(page, url, 'manager', password)
  await page.goto(`${url}/farmview?dashboard=${id}`)
  await areMapsDrawn(page, MAPS)
}

test('three maps keep their WebGL contexts over twenty entries into edit mode', async () => {
  await openMaps()
  await toggleEditing(page, { maps: MAPS, toggles: TOGGLES })
  expect(await lostContexts(page)).toBe(0)
})

test('a WebGL context that the browser takes away from a map on the page is counted', async () => {
  await openMaps()
  await page.evaluate(() => {
    const canvas = document.querySelector('main article canvas')
    if (!(canvas instanceof HTMLCanvasElement)) throw new Error('no map')
    canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext()
  })
  await expect.poll(() => lostContexts(page)).toBe(1)
})
