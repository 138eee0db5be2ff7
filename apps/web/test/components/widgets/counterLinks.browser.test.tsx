import { expect, test } from 'vitest'
import EventList from '../../../src/events/list/EventList.tsx'
import AlarmRules from '../../../src/rules/list/AlarmRules.tsx'
import ControlRules from '../../../src/rules/list/ControlRules.tsx'
import SchedulerRules from '../../../src/rules/list/SchedulerRules.tsx'
import CounterView from '../../../src/widgets/counter/counter.view.tsx'
import { pageOf } from '../feedType.sample.ts'
import { type Call, openStage } from '../stage.tsx'
import { propsOf } from './widget.sample.ts'
import { openWidget } from './widgetStage.tsx'

const noEvents = pageOf([])
/** What narrows a count or a list, whichever of its names a place has. */
const narrowedBy = ({ query }: Call) =>
  Object.fromEntries(
    [
      ['places', ['entity', 'entityId', 'entities']],
      ['status', ['status']],
      ['severity', ['severityLevel']],
      ['helpdesk', ['helpdesk']],
      ['deployment', ['deploymentStatus']],
      ['period', ['lastTime', 'fromDate', 'toDate', 'closeDateFrom', 'closeDateTo']],
    ].map(([name, fields]) => [name as string, (fields as string[]).flatMap(field => query.getAll(field))]), // safe: as above
  )
const isOfTable = ({ path, query }: Call) => path.endsWith('/search') && query.has('itemsPerPage') && query.has('sortProperty')
const linkTo = async (configs: object) => {
  const { place, calls, screen } = await openWidget(<CounterView {...propsOf('COUNTER', configs)} />, {
    'GET /events/count': () => ({ total: 7, CRITICAL: 7, MAJOR: 0, MODERATE: 0, LOW: 0 }),
    'GET /events/search': () => pageOf([], 7),
    'GET /rules/count': () => ({
      activeRules: 7,
      errorRules: 0,
      undeployedRules: 0,
      pendingRules: 0,
      categories: ['THERMOSTAT', 'ALARM_WITHOUT_ACTUATION', 'SCHEDULER'].map(category => ({
        category,
        activeRules: 7,
        errorRules: 0,
        undeployedRules: 0,
        pendingRules: 0,
      })),
    }),
  })
  await expect.element(place.getByText('7').first()).toBeVisible()
  const hrefs = place
    .getByRole('link')
    .elements()
    .map(link => link.getAttribute('href')!)
  const count = calls.find(({ path }) => /^\/(events|rules)\/(count|search)$/.test(path))!
  await screen.unmount()
  return { hrefs, count }
}

const places = { none: [], one: ['2'], several: ['2', '7'] }
test.each(
  (['OPEN', 'PENDING', 'CLOSED'] as const).flatMap(status =>
    Object.entries(places).map(([name, entityIds]) => [status, name, entityIds] as const),
  ),
)('a count of %s events of %s of the places leads to a list of the same events', async (status, _, entityIds) => {
  const { hrefs, count } = await linkTo({ type: 'EVENTS', status, entityIds, severity: ['MAJOR', 'CRITICAL'] })
  const { calls } = await openStage(<EventList />, {
    path: '/events',
    at: hrefs[0]!,
    replies: { 'GET /events/search': () => noEvents },
  })
  await expect.poll(() => calls.find(isOfTable)).toBeDefined()
  const list = calls.find(isOfTable)!
  expect(narrowedBy(list)).toEqual(narrowedBy(count))
  expect(narrowedBy(list)).toMatchObject({ places: entityIds, status: [status], severity: ['MAJOR', 'CRITICAL'] })
})

const lists = { '/rules': <ControlRules />, '/rules/alarms': <AlarmRules />, '/rules/scheduler': <SchedulerRules /> }
test.each(Object.entries(places))(
  'a count of rules of %s of the places leads to lists of the same rules',
  async (_, entityIds) => {
    const { hrefs, count } = await linkTo({ type: 'RULES', entityIds, deploymentStatus: ['DEPLOYED', 'ERROR'] })
    expect(hrefs.map(href => href.split('?')[0])).toEqual(Object.keys(lists))
    for (const [path, page] of Object.entries(lists)) {
      const at = hrefs.find(href => href.split('?')[0] === path)!
      const { calls, screen } = await openStage(page, { path, at, replies: { 'GET /rules/search': () => pageOf([]) } })
      await expect.poll(() => calls.find(isOfTable)).toBeDefined()
      const list = calls.find(isOfTable)!
      expect(narrowedBy(list)).toEqual(narrowedBy(count))
      expect(narrowedBy(list)).toMatchObject({ places: entityIds, deployment: ['DEPLOYED', 'ERROR'] })
      await screen.unmount()
    }
  },
)
