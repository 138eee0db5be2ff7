import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { Chart } from '../../src/ui/chart/draw/Chart.tsx'

const option = () => ({
  grid: [{ left: 10, right: 10, top: 10, bottom: 10 }],
  xAxis: { type: 'value' },
  yAxis: { type: 'value' },
  series: [],
})
const frame = () => new Promise(done => requestAnimationFrame(done))

test('a chart that was removed is not drawn when the fonts are loaded', async () => {
  const fonts = Promise.withResolvers<void>()
  Object.defineProperty(document, 'fonts', { configurable: true, value: { status: 'loading', ready: fonts.promise } })
  const errors: string[] = []
  const catchError = (event: ErrorEvent) => {
    event.preventDefault()
    errors.push(event.message)
  }
  addEventListener('error', catchError)
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const onDrawn = vi.fn<() => void>()
  root.render(<Chart option={option} label="Temperature" onDrawn={onDrawn} />)
  await expect.poll(() => onDrawn.mock.calls.length).toBeGreaterThan(0)
  root.unmount()
  await frame()
  const draws = onDrawn.mock.calls.length
  fonts.resolve()
  await fonts.promise
  await frame()
  await frame()
  expect({ errors, draws: onDrawn.mock.calls.length }).toEqual({ errors: [], draws })
  removeEventListener('error', catchError)
  Reflect.deleteProperty(document, 'fonts')
  place.remove()
})
