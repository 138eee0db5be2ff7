import type { DashboardWidgets, Widget } from '@steading/contract/widgets/dashboards'
import type { House } from '@steading/contract/widgets/houses'
import type { PublicDashboardWidgets } from '@steading/contract/widgets/publicDashboards'
import type { Consumption } from '@steading/contract/widgets/widgetData'
import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import PublicLinkDialog from '../../src/dashboards/actions/PublicLinkDialog.tsx'
import { DashboardPage } from '../../src/dashboards/page/DashboardPage.tsx'
import WidgetDialog from '../../src/dashboards/widgetForm/WidgetDialog.tsx'
import { ArrangedDashboard } from '../../src/dashboards/house/houseOptions.ts'
import { applyMessage } from '../../src/live/index.ts'
import { queryClient } from '../../src/platform/api/queries.ts'
import PublicDashboard from '../../src/publicDashboards/PublicDashboard.tsx'
import { sessionSource } from '../../src/widgets/source/sessionSource.ts'
import { SourceProvider } from '../../src/widgets/source/source.ts'
import { sampleInterface } from '../interface.sample.ts'
import { isClean } from './axe.ts'
import { type Call, failure, openStage } from './stage.tsx'

const T1 = 'house:TEMPERATURE:1'
const CO2 = 'house:CO2:1'
const WATER = 'house:WATER_COUNTER:1'
const widget = (id: string, type: Widget['type'], configs: Widget['configs']): Widget => ({
  id,
  dashboardId: '1',
  type,
  configs,
  isBroken: false,
  files: [],
})
const widgets = {
  '1': widget('1', 'DIRECT_VALUE', { interfaceId: T1 }),
  '2': widget('2', 'DIRECT_VALUE', { interfaceId: CO2 }),
  '3': widget('3', 'MULTIPLE_INTERFACES', { title: 'Climate', interfaceIds: [T1, CO2], categories: [] }),
  '4': widget('4', 'CONSUMPTION', { title: 'Water', interfaceIds: [WATER], aggregator: 'SUM', period: 'DAY' }),
}
const layout = [
  { id: '1', x: 0, y: 0, w: 3, h: 2 },
  { id: '2', x: 3, y: 0, w: 3, h: 2 },
  { id: '3', x: 6, y: 0, w: 6, h: 2 },
  { id: '4', x: 0, y: 2, w: 4, h: 2 },
]
const dashboard: DashboardWidgets = {
  id: '1',
  displayName: 'All houses',
  subtitle: null,
  version: 1,
  favourite: false,
  homepage: false,
  own: true,
  mayArrange: true,
  entity: null,
  lastUpdatedBy: null,
  lastUpdateTimestampUtc: null,
  layout,
  widgets,
}
const house = (number: number, sensors: House['sensors']): House => ({
  id: `9${number}`,
  name: `House ${number}`,
  displayName: `House ${number}`,
  type: 'SECTOR',
  sensors,
})
const houses = [house(1, { [T1]: '11', [CO2]: '12', [WATER]: '13' }), house(2, { [T1]: '21', [WATER]: '23' })]
const sensor = (id: string, displayName: string, lastConvertedReading: number) =>
  sampleInterface({
    id,
    displayName,
    entity: { id: `9${id[0]}`, name: `House ${id[0]}`, displayName: `Farm | House ${id[0]}`, type: 'SECTOR' },
    lastConvertedReading,
    lastReadingTimestampUtc: new Date().toISOString(),
  })
const sensors = [sensor('11', 'Air 1', 21.5), sensor('12', 'Gas 1', 800), sensor('21', 'Air 2', 31.5)]
const found = ({ query }: Call) => sensors.filter(({ id }) => query.getAll('ids').includes(id))
const consumption = ({ query }: Call): Consumption => {
  const number = Number(query.get('house')?.at(-1))
  const entity = { id: `9${number}`, name: `House ${number}`, displayName: `House ${number}`, type: 'SECTOR' } as const
  const meter = { id: `${number}3`, displayName: `Meter ${number}`, entity, unit: 'L', decimals: 0, previous: null, cost: null }
  return {
    interfaces: [{ ...meter, value: 100 + number, buckets: [] }],
    missing: 0,
    from: '2026-05-04T00:00:00Z',
    to: '2026-05-04T12:00:00Z',
    timeZone: 'UTC',
  }
}
type Replies = Readonly<Record<string, (call: Call) => unknown>>
const replies: Replies = {
  'GET /dashboard/:id/true': () => dashboard,
  'GET /dashboard/:id/houses': () => houses,
  'GET /interfaces': found,
  'GET /widgets/chart_series_readings': () => [],
  'GET /widgets/consumption/:id': consumption,
}

const open = (at = '/farmview', more: Replies = {}) =>
  openStage(
    <SourceProvider value={sessionSource}>
      <DashboardPage id="1" range={undefined} list={[]} alarms={new Map()} />
    </SourceProvider>,
    { path: '/farmview', at, replies: { ...replies, ...more } },
  )
const picker = () => page.getByLabelText('House', { exact: true })
/** By its name; its place follows. */
const tile = (name: string) => page.getByRole('article', { name: new RegExp(`^${name}`) })
const button = (name: string) => page.getByRole('button', { name })

test('a dashboard for all houses shows the first house, and the chosen one with what it lacks', async () => {
  const { screen, place, calls } = await open('/farmview?hours=24')
  await expect.element(tile('Air 1').getByText('21.5')).toBeVisible()
  await expect.element(tile('Gas 1').getByText('800.0')).toBeVisible()
  await expect.element(tile('Water').getByText(/^101/)).toBeVisible()
  await expect.element(button('Previous house')).toBeDisabled()
  await picker().selectOptions('House 2')
  await expect.element(tile('Air 2').getByText('31.5')).toBeVisible()
  await expect.element(tile('Water').getByText(/^102/)).toBeVisible()
  // The widget of the sensor alone, and a list that shows the others.
  await expect.poll(() => page.getByText('House 2 has no Carbon dioxide (CO₂).').elements()).toHaveLength(2)
  await expect.element(tile('Climate').getByText('House 2 has no Carbon dioxide (CO₂).')).toBeVisible()
  await expect.element(page.getByText('21.5')).not.toBeInTheDocument()
  expect(place().searchStr).toBe('?hours=24&house=92')
  const asked = calls.filter(({ path }) => path === '/dashboard/1/houses')
  expect(asked.map(({ query }) => query.getAll('categories'))).toEqual([['CO2', 'TEMPERATURE', 'WATER_COUNTER']])
  await isClean(screen.container)
})

test('a dashboard for all houses opens with the house of its address', async () => {
  await open('/farmview?house=92')
  await expect.element(tile('Air 2').getByText('31.5')).toBeVisible()
  await expect.element(picker()).toHaveValue('92')
  await button('Previous house').click()
  await expect.element(tile('Air 1').getByText('21.5')).toBeVisible()
})

test('live values are those of the chosen house', async () => {
  await open('/farmview?house=92')
  await expect.element(tile('Air 2').getByText('31.5')).toBeVisible()
  const timestampUtc = new Date(Date.now() + 1_000).toISOString()
  applyMessage({ type: 'reading', interfaceId: '11', value: 11.1, timestampUtc, good: true })
  applyMessage({ type: 'reading', interfaceId: '21', value: 33.3, timestampUtc, good: true })
  await expect.element(tile('Air 2').getByText('33.3')).toBeVisible()
  await expect.element(page.getByText('11.1')).not.toBeInTheDocument()
})

test('widgets of the house say that there is no house', async () => {
  await open('/farmview', { 'GET /dashboard/:id/houses': () => [] })
  await expect.poll(() => page.getByText('There is no house here.').elements()).toHaveLength(4)
  await expect.element(picker()).not.toBeInTheDocument()
})

test('widgets of the house show a failure of the houses, and try again', async () => {
  let answers = 0
  await open('/farmview', {
    'GET /dashboard/:id/houses': () => (answers++ === 0 ? failure(403, 'NOT_ALLOWED') : houses),
  })
  await button('Try again').first().click()
  await expect.element(tile('Air 1').getByText('21.5')).toBeVisible()
})

test('a dashboard without sensors of the house asks for no houses', async () => {
  const plain = { ...dashboard, layout: layout.slice(0, 1), widgets: { '1': widget('1', 'DIRECT_VALUE', { interfaceId: '11' }) } }
  const { calls } = await open('/farmview?house=92', { 'GET /dashboard/:id/true': () => plain })
  await expect.element(tile('Air 1').getByText('21.5')).toBeVisible()
  await expect.element(picker()).not.toBeInTheDocument()
  expect(calls.some(({ path }) => path === '/dashboard/1/houses')).toBe(false)
})

test('the choice of the house says that no more houses are listed', async () => {
  const all = Array.from({ length: 200 }, (_, index) => ({ ...houses[0]!, id: `${9000 + index}`, displayName: `House ${index}` }))
  await open('/farmview', { 'GET /dashboard/:id/houses': () => all })
  await expect.element(page.getByText('Only the first 200 houses are listed.')).toBeVisible()
})

test('the choice of the house says nothing of a limit that is not reached', async () => {
  await open()
  await expect.element(picker()).toBeVisible()
  await expect.element(page.getByText(/^Only the first/)).not.toBeInTheDocument()
})

describe('its public links', () => {
  const link = (showsHouses: boolean) => ({
    kind: 'PUBLIC',
    includesAll: false,
    showsHouses,
    createdBy: null,
    createdUtc: '2026-05-04T12:00:00Z',
    turn: [],
  })
  const openDialog = (board: DashboardWidgets, showsHouses: boolean) =>
    openStage(<PublicLinkDialog dashboard={board} close={() => {}} />, {
      replies: {
        ...replies,
        'GET /dashboard/list': () => [],
        'GET /dashboard/:id/public-link': () => [link(showsHouses)],
      },
    })
  const withoutHouses = () => page.getByText(/^This link shows no houses/)

  test('show as many houses as their dialog says', async () => {
    await openDialog(dashboard, true)
    await expect.element(page.getByText('The link shows 2 houses, and every house that is added later.')).toBeVisible()
    await expect.element(button('Revoke')).toBeVisible()
    await expect.element(withoutHouses()).not.toBeInTheDocument()
  })

  test('show no houses where sensors of the house are newer, as their dialog says', async () => {
    await openDialog(dashboard, false)
    await expect.element(withoutHouses()).toBeVisible()
  })

  test('of a dashboard without sensors of the house say nothing of houses', async () => {
    const plain = { ...dashboard, widgets: { '1': widget('1', 'DIRECT_VALUE', { interfaceId: '11' }) } }
    const { calls } = await openDialog(plain, false)
    await expect.element(button('Revoke')).toBeVisible()
    await expect.element(withoutHouses()).not.toBeInTheDocument()
    expect(calls.some(({ path }) => path.endsWith('/houses'))).toBe(false)
  })
})

describe('while it is arranged', () => {
  test('a dashboard shows the house, and saves a copy of a widget with the sensor of the house', async () => {
    const saved: unknown[] = []
    await open('/farmview?house=92', {
      'PUT /dashboard/:id/widgets': ({ body }: Call) => {
        saved.push(body)
        return dashboard
      },
    })
    await button('Edit dashboard').click()
    await button('Duplicate: Air 2, House 2').click()
    await button('Undo').click()
    await button('Redo').click()
    await button('Save layout').click()
    await expect.poll(() => saved).toHaveLength(1)
    expect(saved[0]).toMatchObject({ added: [{ type: 'DIRECT_VALUE', configs: { interfaceId: T1 }, copyOf: '1' }], edited: [] })
  })

  async function openDialog(interfaceId: string) {
    const done: unknown[] = []
    await openStage(
      <ArrangedDashboard value="1">
        <WidgetDialog
          entityId={undefined}
          widget={{ id: '70', type: 'GAUGE', configs: { interfaceId }, files: [] }}
          isTypeFixed
          close={() => {}}
          onDone={result => done.push(result.configs)}
        />
      </ArrangedDashboard>,
      {
        replies: {
          ...replies,
          'GET /interfaces/search': () => ({
            content: sensors,
            totalElements: 3,
            number: 0,
            size: 50,
            sortProperty: 'match',
            sortDirection: 'ASC',
          }),
        },
      },
    )
    return { done, field: page.getByRole('combobox', { name: 'Sensor or device' }) }
  }

  test('a widget is configured with a sensor of the house', async () => {
    const { done, field } = await openDialog('11')
    await expect.element(field).toHaveValue('Air 1 · House 1')
    await field.click()
    await page.getByRole('option', { name: 'Carbon dioxide (CO₂) · house shown' }).click()
    await expect.element(tile('Gas 1').getByText(/^800/)).toBeVisible()
    await button('Apply').click()
    expect(done).toMatchObject([{ interfaceId: CO2 }])
  })

  test('Enter replaces a sensor of the house by the one that the typed text finds', async () => {
    const { done, field } = await openDialog(T1)
    await expect.element(field).toHaveValue('Temperature · house shown')
    await field.fill('carbon')
    await userEvent.keyboard('{Enter}')
    await expect.element(field).toHaveValue('Carbon dioxide (CO₂) · house shown')
    await button('Apply').click()
    expect(done).toMatchObject([{ interfaceId: CO2 }])
  })
})

describe('by a public link', () => {
  const LINK = 'b'.repeat(22)
  afterEach(() => {
    window.location.hash = ''
  })
  const board: PublicDashboardWidgets = {
    id: '1',
    displayName: 'All houses',
    subtitle: null,
    kind: 'PUBLIC',
    language: 'en-US',
    timeZone: 'UTC',
    turn: [],
    layout,
    widgets,
    houses,
  }

  function openLink(more: Replies = {}) {
    window.location.hash = LINK
    return openStage(<PublicDashboard />, {
      path: '/public-dashboard',
      at: `/public-dashboard#${LINK}`,
      replies: {
        'GET /public-dashboard/watch': () =>
          new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } }),
        'GET /public-dashboard/:id/true': () => board,
        'GET /interfaces/public': found,
        'GET /widgets/public/chart_series_readings': () => [],
        'GET /widgets/public/consumption/:id': consumption,
        ...more,
      },
    })
  }

  test('the page shows the chosen house, and keeps its link in the address', async () => {
    const { screen, place, calls } = await openLink()
    await expect.element(tile('Air 1').getByText('21.5')).toBeVisible()
    await button('Next house').click()
    await expect.element(tile('Air 2').getByText('31.5')).toBeVisible()
    await expect.element(tile('Water').getByText(/^102/)).toBeVisible()
    await expect.element(tile('Climate').getByText('House 2 has no Carbon dioxide (CO₂).')).toBeVisible()
    expect(place()).toMatchObject({ searchStr: '?house=92', hash: LINK })
    expect(calls.every(({ path }) => path.includes('public'))).toBe(true)
    await isClean(screen.container)
  })

  test('the page takes values away once its link may not show interfaces, and keeps the rest', async () => {
    const title = widget('5', 'TITLE', { text: 'Welcome', position: 'LEFT', line: false })
    let isShut = false
    await openLink({
      'GET /public-dashboard/:id/true': () => ({
        ...board,
        widgets: { ...widgets, '5': title },
        layout: [...layout, { id: '5', x: 4, y: 2, w: 4, h: 1 }],
      }),
      'GET /interfaces/public': call => (isShut ? failure(404, 'NOT_FOUND') : found(call)),
    })
    await expect.element(tile('Air 1').getByText('21.5')).toBeVisible()
    isShut = true
    await queryClient.invalidateQueries()
    await expect.element(page.getByText('21.5')).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
  })

  test('the page calls nothing old while the values of another house are on their way', async () => {
    const isOfSecond = ({ query }: Call) => query.getAll('ids').includes('21')
    const { calls } = await openLink({
      'GET /interfaces/public': call => (isOfSecond(call) ? new Response(new ReadableStream()) : found(call)),
    })
    await expect.element(tile('Air 1').getByText('21.5')).toBeVisible()
    await button('Next house').click()
    await expect.poll(() => calls.some(isOfSecond)).toBe(true)
    await expect.element(picker()).toHaveValue('92')
    await expect.element(page.getByText(/^Updated/)).toBeVisible()
    expect(page.getByText(/^No new values since/).query()).toBeNull()
  })
})
