// Every page of the product with the demo's data: it shows its heading, reports no error, and fits a phone. A real program, a real
// browser.
import { beforeAll, expect, test } from 'vitest'
import { pagePaths } from '../apps/web/src/platform/navigation/paths.ts'
import { apiAs, data } from './api.ts'
import { sharesStage, page, screen, stage } from './opened.ts'
import { follow, signIn } from './screen.ts'
import { PATIENCE } from '../tools/testing/patience.ts'
import { LANDING_VARIABLE } from '../tools/testing/tags.ts'

sharesStage()

type Api = Awaited<ReturnType<typeof apiAs>>['of']
interface Entry {
  readonly id: string
}
const first = (entries: readonly Entry[]) => entries[0]?.id

/** An entry of the demo for each parameter of a page's path. */
const entries: Readonly<Record<string, (of: Api) => Promise<string | undefined>>> = {
  userid: async of => data(await of('users').search({ query: {} })).content[0]?.userId,
  terminalId: async of => first(data(await of('terminals').search({ query: {} })).content),
  roleid: async of => first(data(await of('roles').search({ query: {} })).content),
  entityid: async of => first(data(await of('entities').list({ query: {} }))),
  interfaceId: async of => first(data(await of('interfaces').search({ query: {} })).content),
  eventId: async of => {
    const house = data(await of('entities').list({ query: {} })).find(({ name }) => name === 'Pavilhão 1')!
    const body = { title: 'Call the vet', severityLevel: 'LOW', category: 'HELPDESK', cause: 'UNKNOWN', status: 'OPEN' } as const
    const openDate = new Date().toISOString()
    return data(await of('events').create({ body: { ...body, entityId: house.id, openDate }, files: [] })).id
  },
  drillId: async of => {
    const house = data(await of('entities').list({ query: {} })).find(({ name }) => name === 'Pavilhão 1')!
    return data(await of('drills').start({ params: { id: house.id } })).ids[0]
  },
  ruleId: async of => first(data(await of('rules').search({ query: { kind: 'CONTROL' } })).content),
  ruleTemplateId: async of => first(data(await of('templates').search({ query: {} })).content),
  batchId: async of => first(data(await of('batches').search({ query: { status: ['OPEN'] } })).content),
  manualWeighingId: async of => first(data(await of('weighings').search({ query: {} })).content),
  geneticId: async of => first(data(await of('genetics').search({ query: {} })).content),
  curveId: async of => first(data(await of('curves').search({ query: {} })).content),
  deathReasonsId: async of => first(data(await of('deathReasons').search({ query: {} })).content),
  feedTypeId: async of => first(data(await of('feedTypes').search({ query: {} })).content),
  feedFactoryId: async of => first(data(await of('feedFactories').search({ query: {} })).content),
  feedMovementId: async of => first(data(await of('feedMovements').search({ query: {} })).content),
  animalMovementId: async of => first(data(await of('animalMovements').search({ query: {} })).content),
  taskId: async of => first(data(await of('tasks').search({ query: {} })).content),
  taskTemplateId: async of => first(data(await of('taskTemplates').search({ query: {} })).content),
  reportId: async of => first(data(await of('reports').search({ query: {} })).content),
  scheduleId: async of => first(data(await of('reports').schedules({ query: {} })).content),
  tariffid: async of => first(data(await of('tariffs').search({ query: {} })).content),
  auditid: async of => first(data(await of('audit').search({ query: {} })).content),
  apiid: async of => first(data(await of('apiAccess').search({ query: {} })).content),
}

/** Pages of a link, of a mail or a public dashboard: tested with their capability. */
const isOfLink = (path: string) => /^\/(account\/|alarm$|drill$)|public-dashboard$/.test(path)
/** Pages that lead somebody who is signed in elsewhere. */
const leadsOn = new Set(['/', '/login', '/setup', '/token-auth', '/forgot_password'])

const opened = pagePaths.filter(path => !isOfLink(path) && !leadsOn.has(path))
const ids = new Map<string, string>()
const addressOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => ids.get(parameter) ?? '')
const DESK = { width: 1440, height: 1000 }
const PHONE = { width: 320, height: 740 }

const faults: string[] = []
const widths = new Map<string, number>()
beforeAll(async () => {
  const { of } = await apiAs(stage.url, 'root', stage.password)
  for (const [parameter, find] of Object.entries(entries)) ids.set(parameter, (await find(of)) ?? '')
  await signIn(page, stage.url, 'root', stage.password)
  for (const path of opened) {
    const before = screen.complaints.length
    await page.setViewportSize(DESK)
    await follow(page, addressOf(path))
    const heading = page.locator('h1').first()
    const isShown = await heading
      .waitFor()
      .then(() => page.locator('.sk').first().waitFor({ state: 'detached' }))
      .then(
        () => true,
        () => false,
      )
    if (!isShown) faults.push(`${path}: shows no heading or still loads`)
    for (const name of ['Page not found', 'You don’t have access to this page'])
      if (path !== '/not_found' && (await page.getByRole('heading', { name }).count()) > 0) faults.push(`${path}: ${name}`)
    for (const failed of await page.locator('main .failed').allTextContents()) faults.push(`${path}: ${failed}`)
    for (const complaint of screen.complaints.slice(before)) faults.push(`${path}: ${complaint}`)
    if (process.env[LANDING_VARIABLE]) continue
    await page.setViewportSize(PHONE)
    widths.set(
      path,
      await page.evaluate(
        () =>
          new Promise<number>(done => requestAnimationFrame(() => setTimeout(() => done(document.documentElement.scrollWidth)))),
      ),
    )
  }
}, PATIENCE.story)

test('the demo has an entry for each parameter of a path', () => {
  const parameters = new Set(opened.flatMap(path => [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter!)))
  expect([...parameters].filter(parameter => !ids.get(parameter))).toEqual([])
})

test('every page shows its heading and reports no error', () => expect(faults).toEqual([]))

test('every page fits a phone of 320 px', { tags: ['nightly'] }, () => {
  expect(widths.size).toBe(opened.length)
  expect([...widths].filter(([, width]) => width > PHONE.width)).toEqual([])
})
