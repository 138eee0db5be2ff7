import { contracts } from '@steading/contract/contracts'
import { address } from '@steading/contract/http/client'
import { isStreamReply, PUBLIC_LINK_HEADER } from '@steading/contract/http/route'
import type { Route, Routes } from '@steading/contract/http/route'
import type { WidgetTypeName } from '@steading/contract/widgets/widgets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTerminal } from '../../test/box.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { anInterface } from '../../test/rules.ts'

const CANARY = 'Canary'
const TYPES = ['DIRECT_VALUE', 'SIMPLE_MULTI_LINE_CHART', 'CONSUMPTION', 'SILO', 'MILK', 'COUNTER', 'WEATHER'] as const
type Type = (typeof TYPES)[number]

/** A dashboard with its public link, a sensor that it shows, and its widgets. */
interface Board {
  readonly id: string
  readonly link: string
  readonly sensor: string
  readonly widgets: Readonly<Record<Type, string>>
}

interface Ask {
  readonly link?: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}
const ABSENT = { status: 404 }
const EMPTY = { status: 200, text: '[]' }
interface Case {
  /** Of a board by the link of a board: its own one, or another one. */
  readonly ask: (of: Board, link: string) => Ask
  /** What the link of another board gets: nothing there, or a list without what was asked for. */
  readonly refusal: typeof ABSENT | typeof EMPTY
  /** Not asked of its own board: another test shows that it succeeds. */
  readonly isForeignOnly?: true
}

const ofWidget = (type: Type): Case => ({ ask: ({ widgets }) => ({ params: { id: widgets[type] } }), refusal: ABSENT })
const ofSensor = (ask: (sensor: string) => Ask): Case => ({ ask: ({ sensor }) => ask(sensor), refusal: EMPTY })
/** The dashboard behind the dot is that of a turn; a link alone names its own. */
const turnOf = ({ id }: Board, link: string) => `${link}.${id}`
const LATITUDES = { shown: 39.1, other: 40.2 }

/** How each public call is asked about a board. */
const CASES: Readonly<Record<string, Case>> = {
  'publicDashboards.widgets': { ask: (of, link) => ({ params: { id: turnOf(of, link) } }), refusal: ABSENT },
  'publicDashboards.info': { ask: (of, link) => ({ params: { id: turnOf(of, link) } }), refusal: ABSENT },
  'publicDashboards.watch': { ask: (of, link) => ({ link: turnOf(of, link) }), refusal: ABSENT },
  'publicDashboards.interfaces': ofSensor(sensor => ({ query: { ids: [sensor] } })),
  'publicDashboards.last': ofSensor(sensor => ({ body: { interfaceIds: [sensor] } })),
  'publicDashboards.lastAggregate': ofSensor(sensor => ({ body: { interfaceIds: [sensor], timezone: 'UTC' } })),
  'publicDashboards.chartSeries': ofSensor(sensor => ({ query: { interfaceIds: [sensor] } })),
  'publicDashboards.series': ofWidget('SIMPLE_MULTI_LINE_CHART'),
  'publicDashboards.consumption': ofWidget('CONSUMPTION'),
  'publicDashboards.silo': ofWidget('SILO'),
  'publicDashboards.milk': ofWidget('MILK'),
  'publicDashboards.content': ofWidget('COUNTER'),
  'weather.publicForecast': {
    ask: () => ({ query: { latitude: LATITUDES.other, longitude: -8 } }),
    refusal: ABSENT,
    isForeignOnly: true,
  },
}

const allRoutes: readonly (readonly [string, Route])[] = Object.entries(contracts).flatMap(([stem, routes]) =>
  Object.entries(routes as Routes).map(([name, route]) => [`${stem}.${name}`, route] as const),
)
const publicRoutes = allRoutes.filter(([, { access }]) => access === 'link')
const routeOf = new Map(allRoutes)

let farm: Farm
let shown: Board
let other: Board
beforeAll(async () => {
  farm = await aFarm()
  const { id: terminal } = await aTerminal(farm)
  const me = await farm.as('Paul')
  const board = async (name: keyof typeof LATITUDES, prefix: string): Promise<Board> => {
    const { id } = data(await me.dashboards.create({ body: { displayName: `${prefix} board` } }))
    const sensorOf = (category: Parameters<typeof anInterface>[3]) =>
      anInterface(farm, terminal, 'House 1', category, `${prefix} ${category}`)
    const sensor = await sensorOf('TEMPERATURE')
    const meter = await sensorOf('WATER_COUNTER')
    const configs: Readonly<Record<Type, object>> = {
      DIRECT_VALUE: { interfaceId: sensor },
      SIMPLE_MULTI_LINE_CHART: { interfaceIds: [sensor] },
      CONSUMPTION: { interfaceIds: [meter] },
      SILO: { interfaceId: await sensorOf('SILO_WEIGHT') },
      MILK: { interfaceId: await sensorOf('MILK_COUNTER') },
      COUNTER: { type: 'EVENTS' },
      WEATHER: { city: { name: prefix, region: null, country: null, latitude: LATITUDES[name], longitude: -8 } },
    }
    const widgets: [WidgetTypeName, string][] = []
    for (const type of TYPES)
      widgets.push([
        type,
        data(await me.dashboards.addWidget({ body: { dashboardId: id, type, configs: { ...configs[type] } }, files: [] })).id,
      ])
    const { link } = data(await me.dashboards.createPublicLink({ params: { id }, body: { kind: 'KIOSK', includesAll: true } }))
    return { id, link, sensor, widgets: Object.fromEntries(widgets) as Board['widgets'] } // safe: one of each type
  }
  shown = await board('shown', 'Shown')
  // Of the same person, in the same house.
  other = await board('other', CANARY)
})
afterAll(() => farm.close())

async function send(route: Route, { link, ...ask }: Ask): Promise<{ status: number; text: string }> {
  const leaving = new AbortController()
  const response = await fetch(`${farm.url}/services${address(route, ask)}`, {
    method: route.method,
    signal: leaving.signal,
    headers: {
      'x-tenant': '1',
      ...(link !== undefined && { [PUBLIC_LINK_HEADER]: link }),
      ...(ask.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(ask.body !== undefined && { body: JSON.stringify(ask.body) }),
  })
  if (!response.ok || !isStreamReply(route.reply)) return { status: response.status, text: await response.text() }
  leaving.abort()
  return { status: response.status, text: '' }
}

const askWith = (name: string, of: Board, { link }: Board) => send(routeOf.get(name)!, { link, ...CASES[name]!.ask(of, link) }) // safe: both have the names of the cases

test('each public call has a case', () => {
  expect(Object.keys(CASES).toSorted()).toEqual(publicRoutes.map(([name]) => name).toSorted())
})

test.each(Object.keys(CASES).filter(name => !CASES[name]!.isForeignOnly))(
  '%s answers the link of its own dashboard',
  async name => {
    const { status, text } = await askWith(name, other, other)
    expect([name, status, text]).toEqual([name, 200, expect.anything()])
    expect(text).not.toBe('[]')
  },
)

test.each(Object.keys(CASES))('%s refuses the link of another dashboard', async name => {
  const answer = await askWith(name, other, shown)
  expect(answer).toMatchObject(CASES[name]!.refusal)
  expect(answer.text).not.toContain(CANARY)
})

test('a public link opens no other call, and operates nothing', async () => {
  const shut = allRoutes.filter(([, { access }]) => access !== 'link' && access !== 'open')
  expect(shut.map(([name]) => name)).toEqual(expect.arrayContaining(['interfaces.actuate']))
  const answered: string[] = []
  for (const [name, route] of shut) {
    const params = Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, key]) => [key!, shown.sensor]))
    const { status } = await send(route, { link: shown.link, params, ...(route.method !== 'GET' && { body: {} }) })
    if (status !== 401) answered.push(`${name}: ${status}`)
  }
  expect(answered).toEqual([])
})
