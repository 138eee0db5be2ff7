import { expect, test, vi } from 'vitest'
import { queryClient } from '../../../src/platform/api/queries.ts'
import ConsumptionView from '../../../src/widgets/consumption/consumption.view.tsx'
import CounterView from '../../../src/widgets/counter/counter.view.tsx'
import MapView from '../../../src/widgets/map/map.view.tsx'
import { isClean } from '../axe.ts'
import { failure } from '../stage.tsx'
import { sampleMap } from './dataWidget.sample.ts'
import { propsOf, sampleConsumption } from './widget.sample.ts'
import { openWidget } from './widgetStage.tsx'

const widgets = [
  {
    name: 'COUNTER',
    view: <CounterView {...propsOf('COUNTER', { type: 'EVENTS' })} />,
    call: 'GET /events/count',
    content: { LOW: 0, MODERATE: 0, MAJOR: 4, CRITICAL: 9, total: 13 },
    shown: '13',
  },
  {
    name: 'MAP',
    view: <MapView {...propsOf('MAP', {})} />,
    call: 'GET /entities/map',
    content: sampleMap,
    shown: '5 places on the map, 4 with open events',
  },
  {
    name: 'CONSUMPTION',
    view: <ConsumptionView {...propsOf('CONSUMPTION', { title: 'Water', interfaceIds: ['20'] })} />,
    call: 'GET /widgets/consumption/:id',
    content: sampleConsumption(),
    shown: '1,840',
  },
]
const note = /^No new values since \d\d:\d\d$/

/** A widget with its content, whose calls fail from then on. */
async function openFailing({ view, call, content, shown }: (typeof widgets)[number], [status, code]: readonly [number, string]) {
  let isFailing = false
  const { place, calls } = await openWidget(view, { [call]: () => (isFailing ? failure(status, code) : content) })
  const value = place.getByText(shown, { exact: false }).first()
  await expect.element(value).toBeInTheDocument()
  isFailing = true
  const asked = calls.length
  await queryClient.invalidateQueries()
  expect(calls.length).toBeGreaterThan(asked)
  return { place, value }
}

test.each(
  widgets.flatMap(widget => [
    { ...widget, failed: [404, 'NOT_FOUND'] as const },
    { ...widget, failed: [403, 'NOT_ALLOWED'] as const },
  ]),
)('$name takes its content away once it is answered $failed.0', async ({ failed, ...widget }) => {
  const { place, value } = await openFailing(widget, failed)
  await expect.element(value).not.toBeInTheDocument()
  const reason = failed[0] === 404 ? /^Deleted or outside your area/ : /You don’t have permission/
  await expect.element(place.getByText(reason)).toBeVisible()
  await isClean(place.element())
})

test.each(widgets)('$name says since when its content is old while its calls fail', async widget => {
  const { place, value } = await openFailing(widget, [400, 'INVALID_INPUT'])
  expect(place.getByText(note).query()).toBeNull()
  const now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now + 200_000)
  await expect.element(place.getByText(note)).toBeVisible()
  await expect.element(value).toBeInTheDocument()
  const body = place.element().querySelector('.w-body')!
  expect(body.scrollHeight).toBeLessThanOrEqual(body.clientHeight)
  await isClean(place.element())
})
