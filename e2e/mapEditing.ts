import type { Page } from 'playwright-core'
import { PATIENCE } from '../tools/testing/patience.ts'
import { apiAs, data } from './api.ts'

interface Account {
  readonly url: string
  readonly name: string
  readonly password: string
}

/** An own dashboard of so many maps; answers its id. */
export async function addMapDashboard({ url, name, password }: Account, maps: number): Promise<string> {
  const calls = (await apiAs(url, name, password)).of('dashboards')
  const { id } = data(await calls.create({ body: { displayName: 'Maps' } }))
  for (let index = 0; index < maps; index++)
    data(await calls.addWidget({ body: { dashboardId: id, type: 'MAP', configs: { title: `Map ${index}` } }, files: [] }))
  return id
}

/** Goes into edit mode of the open dashboard and back, again and again, each time with every map drawn. */
export async function toggleEditing(page: Page, { maps, toggles }: { readonly maps: number; readonly toggles: number }) {
  for (let toggle = 0; toggle < toggles; toggle++) {
    await page.getByRole('button', { name: 'Edit dashboard' }).click()
    await page.getByRole('button', { name: 'Save layout' }).waitFor()
    await areMapsDrawn(page, maps)
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('button', { name: 'Edit dashboard' }).waitFor()
    await areMapsDrawn(page, maps)
  }
}

/** Every map is there and idle, on a context that still draws. */
export const areMapsDrawn = (page: Page, maps: number) =>
  page.waitForFunction(
    count =>
      document.querySelectorAll('main article [data-ready] canvas').length === count &&
      document.querySelector('main .sk') === null,
    maps,
    { timeout: PATIENCE.page },
  )

/** Counts WebGL contexts that are lost while their canvas is on the page: a map that is removed gives its own up. */
export const countLostContexts = (page: Page) =>
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

export const lostContexts = (page: Page) => page.evaluate(() => Number(document.documentElement.dataset.lostContexts ?? 0))
