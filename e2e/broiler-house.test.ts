// @module-tag nightly
// A broiler house's whole set of rules is made from the screen, tried on the past, put in service on its box, and the barn
// answers. The platform is killed: the box goes on by itself, switches its lights in time, and everything is there afterwards.
import { LIMITS } from '@steading/contract/box/messages'
import { DateTime } from 'luxon'
import { beforeAll, expect, test } from 'vitest'
import { apiAs, data, eventually } from './api.ts'
import { ruleForm } from './rule-form.ts'
import { opens, screen, stage } from './opened.ts'
import { signIn } from './screen.ts'
import { PATIENCE } from '../tools/testing/patience.ts'

const HOUSE = 'Pavilhão 3'
const ZONE = 'Europe/Lisbon'
/** s until a box has come back to a platform that is there again, and told what it kept. */
const BACK_WITHIN = LIMITS.backoff.most / 1000 + 60
opens()
beforeAll(async () => {
  await signIn(screen.page, stage.url, 'manager', stage.password)
})

test('a broiler house on rules of its own, through the death of the platform', { timeout: PATIENCE.story }, async () => {
  const { page } = screen
  const { of } = await apiAs(stage.url, 'manager', stage.password)
  const { heading, button, entry, dialog, tab, told, answer, idNow, choose, basics } = ruleForm(() => page)

  // The house is given up by the rules that it has.
  const sector = data(await of('entities').search({ query: { search: HOUSE } })).content.find(one => one.name === HOUSE)!
  const rulesThere = async () => data(await of('rules').search({ query: { entityId: sector.id, itemsPerPage: 50 } })).content
  const old = await eventually(
    'the rules of the house',
    rulesThere,
    found => found.length > 0 && found.every(one => !one.deploymentStatus.startsWith('PENDING')),
  )
  // What watches what another one writes goes first.
  const first = (kind: string) => (kind === 'ALARM' ? 0 : 1)
  const order = old.toSorted((one, other) => first(one.kind) - first(other.kind))
  for (const { deferredStatus } of data(await of('rules').undeploy({ body: { ids: order.map(one => one.id) } })))
    expect(deferredStatus).toBeNull()
  await eventually('they are out', rulesThere, found => found.every(one => one.deploymentStatus === 'UNDEPLOYED'))
  for (const { id } of old) data(await of('rules').remove({ params: { id } }))
  expect(await rulesThere()).toEqual([])

  // One sensor whose every reading is kept, to see afterwards that none is missing.
  const all = data(await of('interfaces').search({ query: { entityId: sector.id, itemsPerPage: 50 } })).content
  const sensor = all.find(one => one.displayName === 'Temperature north')!
  const { of: asRoot } = await apiAs(stage.url, 'root', stage.password)
  const params = { e: sensor.entity.id, t: sensor.terminal.id, i: sensor.id }
  const { version } = data(await asRoot('interfaces').details({ params: { id: sensor.id } }))
  data(await asRoot('interfaces').edit({ params, body: { historyConfiguration: 'ALL_VALUES', version } }))

  const sensors = async () => {
    for (const name of ['Temperature north', 'Temperature south']) await choose('Add a sensor', new RegExp(name))
  }
  /** Saved and in service; control rules ask about alarms first. */
  const add = async (name: string) => {
    await button('Add and put in service').click()
    await answer('Put in service')
    await heading(name).waitFor()
    return idNow()
  }
  const ids: string[] = []

  // The alarms first, so that the sensors are watched.
  await page.goto(`${stage.url}/rules/alarms/create`)
  await basics('House 3 too hot', 'Alarm only', { house: HOUSE })
  await tab(/2 Conditions/).click()
  await button('Add condition').click()
  await choose('Sensor or device', /Temperature north/)
  await choose('Comparison', /^above$/)
  await entry('Value').fill('38')
  await tab(/Event/).click()
  await entry('Title').fill('House 3 is too hot')
  await choose('Category', /^Climate$/)
  await choose('Severity', /^Critical$/)

  // What it would have done is known before it does anything.
  await button('Test on 7 days').click()
  await told(/No event would have opened in 7 days/)
  ids.push(await add('House 3 too hot'))

  await page.goto(`${stage.url}/rules/alarms/create`)
  await basics('House 3 mains', 'Alarm only', { house: HOUSE })
  await tab(/2 Conditions/).click()
  await button('Add condition').click()
  await choose('Sensor or device', /Mains power/)
  await choose('Value', /Power failure|Off|Failed|No/)
  await tab(/Event/).click()
  await entry('Title').fill('House 3 is without power')
  await choose('Category', /^Power$/)
  await choose('Severity', /^Critical$/)
  ids.push(await add('House 3 mains'))

  const thermostat = async (name: string, mode: 'Heat' | 'Cool', setPoint: string, device: RegExp) => {
    await page.goto(`${stage.url}/rules/create`)
    await basics(name, 'Thermostat', { house: HOUSE })
    await tab(/2 Sensors/).click()
    await sensors()
    await tab(/3 Control/).click()
    await page.getByRole('radio', { name: mode }).check({ force: true })
    await entry('Setpoint').fill(setPoint)
    await tab(/4 Devices/).click()
    await choose('Add a device', device)
    ids.push(await add(name))
  }
  await thermostat('House 3 heating', 'Heat', '12', /Heaters/)
  await thermostat('House 3 pads', 'Cool', '40', /Cooling pads/)

  // Far too cold for chicks, so that the barn has to answer.
  const now = DateTime.now().setZone(ZONE)
  await page.goto(`${stage.url}/rules/create`)
  await basics('House 3 ventilation', 'Proportional control with age curve', { house: HOUSE })
  await tab(/2 Sensors/).click()
  await sensors()
  await tab(/Control/).click()
  await page.getByRole('radio', { name: 'Cool' }).check({ force: true })
  await tab(/Age curve/).click()
  const day = async (name: RegExp, when: readonly [field: string, value: string], setPoint: string) => {
    await tab(name).click()
    await entry(when[0]).fill(when[1])
    await entry(when[0]).press('Tab')
    await entry('Setpoint').fill(setPoint)
    await entry('Minimum output').fill('10')
  }
  await day(/^Pre-arrival/, ['Pre-arrival values apply from', now.minus({ days: 6 }).toFormat('dd-MM-yyyy')], '24')
  await day(/^Day one/, ['Date of day one', now.minus({ days: 4 }).toFormat('dd-MM-yyyy')], '22')
  await day(/^Last day/, ['Day of age', '35'], '18')
  await tab(/Devices/).click()
  await choose('Add a device', /Fans/)
  ids.push(await add('House 3 ventilation'))
  const took = Date.now() - now.toMillis()

  // All of them run; the fans answer, and so does the barn.
  const states = async () => (await rulesThere()).map(one => one.deploymentStatus)
  const areAll = (count: number) => (found: readonly string[]) => found.length === count && found.every(one => one === 'DEPLOYED')
  await eventually('all run', states, areAll(5))
  const there = data(await of('interfaces').search({ query: { entityId: sector.id, itemsPerPage: 50 } })).content
  const at = (name: string) => there.find(one => one.displayName === name)!.id
  const last = async (name: string) =>
    Number(data(await of('readings').last({ query: { interfaceIds: [at(name)] } }))[0]?.convertedValue)
  const warm = await last('Temperature, average')
  await eventually(
    'the fans run',
    () => last('Fans'),
    value => value > 90,
  )
  await eventually(
    'the barn answers',
    () => last('Temperature, average'),
    value => value < warm - 1,
  )

  // Lights that come on while nobody will be there to tell them. How fast this machine is, the rule before has shown.
  const lightsOn = DateTime.now()
    .setZone(ZONE)
    .plus({ milliseconds: 20_000 + 2 * took })
    .startOf('second')
  await page.goto(`${stage.url}/rules/scheduler/create`)
  await basics('House 3 light', 'Schedule', { house: HOUSE })
  await tab(/3 Devices/).click()
  await choose('Add a device', /Lights/)
  await tab(/2 Week/).click()
  await button(`Add time slot on ${lightsOn.setLocale('en-US').toFormat('cccc')}`).click()
  await entry('Start').fill(lightsOn.toFormat('HH:mm:ss'))
  await entry('Start').press('Tab')
  await entry('End').fill('23:59:59')
  await entry('End').press('Tab')
  await entry('Value').fill('35')
  await entry('Value after the slot').fill('0')
  ids.push(await add('House 3 light'))
  await eventually('the lights are in service', states, areAll(6))

  // The platform dies before the lights are due, and comes back after.
  await stage.stop('server', 'SIGKILL')
  const diedAt = Date.now()
  expect(diedAt).toBeLessThan(lightsOn.toMillis())
  await new Promise(resolve => setTimeout(resolve, lightsOn.toMillis() + 15_000 - Date.now()))
  await stage.start('server')
  const backAt = Date.now()

  // The box has gone on: its lights came on in time, and what it measured meanwhile is all there.
  const { of: after } = await apiAs(stage.url, 'manager', stage.password)
  const readings = async (name: string, from: number, to: number) => {
    const span = { fromDate: new Date(from).toISOString(), toDate: new Date(to).toISOString() }
    return data(await after('readings').search({ query: { interfaceIds: [at(name)], ...span, itemsPerPage: 50 } })).content
  }
  const lights = await eventually(
    'the lights came on',
    () => readings('Lights', diedAt, backAt),
    found => found.some(one => Number(one.convertedValue) === 35),
    BACK_WITHIN,
  )
  const onAt = lights
    .filter(light => Number(light.convertedValue) === 35)
    .map(light => Date.parse(light.timestampUtc))
    .toSorted((a, b) => a - b)[0]!
  expect(onAt - lightsOn.toMillis()).toBeGreaterThanOrEqual(-1000)
  expect(onAt - lightsOn.toMillis()).toBeLessThan(12_000)
  // One every ten seconds, without a break: what the box kept meanwhile comes beside the present.
  const longestGap = (measured: readonly number[]) =>
    Math.max(...measured.toSorted((a, b) => a - b).map((ts, k, inOrder) => ts - (inOrder[k - 1] ?? ts)))
  await eventually(
    'what was measured meanwhile',
    async () =>
      (await readings('Temperature north', diedAt - 60_000, Date.now())).map(reading => Date.parse(reading.timestampUtc)),
    found => Math.min(...found) < diedAt && Math.max(...found) > backAt && longestGap(found) < 30_000,
    BACK_WITHIN,
  )

  // And all is as it was ordered: the same versions run, nothing waits, nothing stands open.
  const settled = await eventually(
    'the rules are as they were',
    async () => data(await after('rules').search({ query: { entityId: sector.id, itemsPerPage: 50 } })).content,
    found =>
      found.every(
        one => one.deploymentStatus === 'DEPLOYED' && one.runningVersion === one.ruleVersion && one.terminal?.connected === true,
      ),
  )
  expect(settled.map(one => one.id).toSorted()).toEqual(ids.toSorted())
  await page.goto(`${stage.url}/rules?entityId=${sector.id}`)
  await page
    .getByRole('row', { name: /House 3 ventilation/ })
    .getByText('In service')
    .waitFor()
  expect(await dialog().count()).toBe(0)
})
