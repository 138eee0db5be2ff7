import { useMemo, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { schemeManager } from '../../src/platform/page/scheme.ts'
import { TimeChart } from '../../src/ui/chart/TimeChart.tsx'
import type { Pane } from '../../src/ui/chart/draw/lines.ts'
import { openStage } from './stage.tsx'

const HOUR = 3_600_000
const NOW = Date.parse('2026-05-05T12:00:00.000Z')
const NAMES = ['North', 'South', 'East']

/** A day of three lines up to an instant. */
const panesTo = (end: number): readonly Pane[] => {
  const hours = Array.from({ length: 25 }, (_, hour) => hour)
  const times = hours.map(hour => end - (24 - hour) * HOUR)
  const lines = NAMES.map((name, at) => ({ name, times, values: hours.map(hour => 20 + at + (hour % 6)), series: at + 1 }))
  return [{ unit: '°C', decimals: 1, lines }]
}

function RefreshedChart() {
  const [end, setEnd] = useState(NOW)
  const panes = useMemo(() => panesTo(end), [end])
  const range = useMemo(() => [end - 24 * HOUR, end] as const, [end])
  return (
    <>
      <button type="button" onClick={() => setEnd(NOW + HOUR)}>
        Move on
      </button>
      <div style={{ width: 800, height: 320 }}>
        <TimeChart title="Air" panes={panes} range={range} />
      </div>
    </>
  )
}

const saved: Blob[] = []
beforeEach(() => {
  saved.length = 0
  document.documentElement.dataset['theme'] = 'steading'
  const create = URL.createObjectURL.bind(URL)
  vi.spyOn(URL, 'createObjectURL').mockImplementation(object => {
    if (object instanceof Blob) saved.push(object)
    return create(object)
  })
})
afterEach(() => schemeManager.clear())

/** The file that a button of the chart saves. */
async function fileOf(button: string): Promise<Blob> {
  const before = saved.length
  await page.getByRole('button', { name: button }).click()
  await expect.poll(() => saved.length).toBe(before + 1)
  return saved.at(-1)!
}
const reset = () => page.getByRole('button', { name: 'Reset zoom' })

/** Zooms in at the middle of the chart, once it is drawn. */
async function zoomIn() {
  const wheel = () => {
    const area = document.querySelector('.chart-zoom')!
    const { left, width } = area.getBoundingClientRect()
    const at = { clientX: left + width / 2, deltaY: -100, ctrlKey: true, bubbles: true, cancelable: true }
    area.dispatchEvent(new WheelEvent('wheel', at))
    return reset().query() !== null
  }
  await expect.poll(wheel).toBe(true)
}

test('a zoomed chart keeps its range over a refresh, and one press returns to the moving one', async () => {
  await openStage(<RefreshedChart />)
  const moments = async () => (await (await fileOf('Save as table (CSV)')).text()).trim().split(/\r?\n/).slice(1)
  await expect.element(page.getByRole('button', { name: 'Save as table (CSV)' })).toBeVisible()
  const whole = await moments()
  expect(whole).toHaveLength(25)
  await zoomIn()
  const zoomed = await moments()
  expect(zoomed.length).toBeLessThan(25)
  await page.getByRole('button', { name: 'Move on' }).click()
  await expect.element(reset()).toBeVisible()
  const times = (rows: readonly string[]) => rows.map(row => row.split(/[,;]/)[0])
  expect(times(await moments())).toEqual(times(zoomed))
  await reset().click()
  await expect.poll(() => reset().query()).toBeNull()
  const moved = await moments()
  expect(moved).toHaveLength(25)
  expect(times(moved)[0]).toBe(times(whole)[1])
})

test('the picture of a chart in the dark scheme is opaque, with its title, its range and the whole legend', async () => {
  schemeManager.set('dark')
  await openStage(<RefreshedChart />)
  await expect.element(page.getByRole('button', { name: 'Save as picture' })).toBeVisible()
  await expect.poll(() => document.querySelectorAll('.chart-zoom canvas').length).toBeGreaterThan(0)
  const bitmap = await createImageBitmap(await fileOf('Save as picture'))
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const pen = canvas.getContext('2d')!
  pen.drawImage(bitmap, 0, 0)
  const { data, width, height } = pen.getImageData(0, 0, bitmap.width, bitmap.height)
  const colourAt = (x: number, y: number) => [...data.slice(4 * (y * width + x), 4 * (y * width + x) + 4)]
  const background = colourAt(1, 1)
  const transparent = data.filter((value, index) => index % 4 === 3 && value !== 255)
  expect(transparent).toHaveLength(0)
  expect(background.slice(0, 3).every(part => part < 80)).toBe(true)
  /** How many pixels of lines of the head differ from the background. */
  const inkOf = (from: number, to: number) => {
    let count = 0
    for (let y = from; y < to; y++)
      for (let x = 0; x < width; x++) if (colourAt(x, y).some((part, at) => Math.abs(part - background[at]!) > 40)) count++
    return count
  }
  // Title, range and one line for each entry of the legend, 20 px high at a scale of 2 below a margin of 16.
  const rows = Array.from({ length: 2 + NAMES.length }, (_, row) => inkOf(32 + 40 * row, 32 + 40 * (row + 1)))
  for (const ink of rows) expect(ink).toBeGreaterThan(50)
  // The axis has its labels below the plot.
  expect(inkOf(height - 32 - 60, height - 32)).toBeGreaterThan(100)
})
