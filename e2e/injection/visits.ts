import type { Page } from 'playwright-core'
import { pagePaths } from '../../apps/web/src/platform/navigation/paths.ts'
import { builtPages } from '../../tools/web/pages.ts'
import { data } from '../api.ts'
import { follow } from '../screen.ts'
import { PAYLOADS } from './payloads.ts'
import type { Scene } from './scene.ts'
import { look } from './witness.ts'
import type { Seen } from './witness.ts'

interface Visit {
  /** The page's own path. */
  readonly name: string
  readonly address: string
}

const isFull = process.env.INJECTION === 'full'
/** Things of each kind whose own pages are looked at: the last ones, on which most texts stand. */
const FEW = isFull ? 10 : 1
/** Every so manieth page is opened with texts in its address as well: they come to all pages by the same way. */
const ADDRESSED = isFull ? 1 : 6

/** Every page of the product: with things that carry texts, and with texts in its address. */
export async function visits(scene: Scene): Promise<Visit[]> {
  const { of, made, house, otherFarm, box } = scene
  const changed = (key: string) => made.get(`own ${key}`) ?? []
  const few = (parameter: string) => (made.get(parameter) ?? []).slice(0, FEW)
  const last = (all: readonly string[]) => (isFull ? all : all.slice(-FEW))
  const byKind = async (kind: 'ALARM' | 'SCHEDULER' | 'CONTROL') =>
    data(await of('rules').search({ query: { kind } }))
      .content.slice(0, FEW)
      .map(({ id }) => id)
  const named = { ALARM: await byKind('ALARM'), SCHEDULER: await byKind('SCHEDULER'), CONTROL: await byKind('CONTROL') }
  const { ids: drills } = data(await of('drills').start({ params: { id: house } }))
  const ids: Readonly<Record<string, readonly string[]>> = {
    userid: last([...few('userid'), ...changed('person')]),
    terminalId: last([...few('terminalId'), box.id]),
    apiid: last([...few('apiid'), ...changed('apiAccess')]),
    roleid: last([...few('roleid'), ...changed('role')]),
    entityid: last([otherFarm, ...few('entityid'), ...changed('enterprise')]),
    interfaceId: last([...few('interfaceId'), scene.sensor, scene.text]),
    eventId: last([...few('eventId'), ...changed('event')]),
    ruleTemplateId: last([...few('ruleTemplateId'), ...changed('template')]),
    taskId: last([...few('taskId'), ...changed('task')]),
    taskTemplateId: last([...few('taskTemplateId'), ...changed('taskTemplate')]),
    auditid: data(await of('audit').search({ query: { action: 'UPDATE' } }))
      .content.slice(0, isFull ? 3 : 1)
      .map(({ id }) => id),
    drillId: last(drills),
    reportId: few('reportId'),
    // What was written down in the house since its animals came is of their batch.
    batchId: data(await of('batches').search({ query: { placeId: house, status: ['OPEN'] } })).content.map(({ id }) => id),
  }
  const built = new Set(builtPages())
  const board = { name: '/farmview', address: `/farmview?dashboard=${scene.dashboard}` } as const
  const pages = pagePaths.flatMap((path, n): Visit[] => {
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter!)
    const rules = path.startsWith('/rules/alarms')
      ? named.ALARM
      : path.startsWith('/rules/scheduler')
        ? named.SCHEDULER
        : named.CONTROL
    const values = (parameter: string) => (parameter === 'ruleId' ? rules : (ids[parameter] ?? ['1']))
    const times = Math.max(1, ...parameters.map(parameter => values(parameter).length))
    const filled = (value: (parameter: string) => string) =>
      path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => value(parameter))
    const payload = encodeURIComponent(PAYLOADS[n % PAYLOADS.length]!)
    const withTexts = `${filled(() => payload)}?search=${payload}&tab=${payload}&sortProperty=${payload}&next=javascript:hit(15)#${payload}`
    const addressed = n % ADDRESSED === 0 ? [{ name: path, address: withTexts }] : []
    if (!built.has(path)) return addressed
    return [
      ...Array.from({ length: times }, (_, at) => ({
        name: path,
        address: `${filled(parameter => values(parameter)[at % values(parameter).length]!)}${parameters.length > 0 ? '' : '?itemsPerPage=50'}`,
      })),
      ...addressed,
    ]
  })
  return [board, ...pages]
}

/** Opens pages in a tab of somebody who is signed in, goes through what is behind their own tabs, and begins to change what can be changed. */
export async function visit(page: Page, queue: Visit[], seen: Seen): Promise<void> {
  const changed = new Set<string>()
  const tabbed = new Set<string>()
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { name, address } = next
    await follow(page, address)
    await look(page, name, seen)
    // The names of all dashboards stand behind the one that is shown.
    const others = page.locator('.board-pick')
    if ((await others.count()) > 0) {
      await others.click()
      await look(page, name, seen)
    }
    const tabs = page.locator('main [role=tab]')
    const isFirst = !tabbed.has(name)
    for (let at = 1, most = isFirst ? await tabs.count() : 0; at < most; at++) {
      tabbed.add(name)
      await tabs.nth(at).click()
      await look(page, name, seen)
    }
    const edit = page.locator('main').getByRole('button', { name: 'Edit', exact: true })
    if (!changed.has(name) && (await edit.count()) === 1 && (await edit.isEnabled().catch(() => false))) {
      changed.add(name)
      await edit.click()
      await look(page, name, seen)
      await page.getByRole('button', { name: 'Cancel', exact: true }).first().click()
    }
  }
}
