import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DrawMap, SiteMap } from '../../src/ui/map/index.tsx'
import { type Call, openStage } from './stage.tsx'

// Maps are drawn in the colours of a theme.
beforeEach(() => {
  document.documentElement.dataset['theme'] = 'steading'
})
afterEach(() => document.querySelector('meta[name=map-tiles]')?.remove())

const MAPS = ['North', 'Middle', 'South']
const pins = [{ id: '1', name: 'Quinta Nova', at: [-8, 39] as const }]

/** Three maps that are drawn anew at each press, as when a dashboard is opened for editing and closed. */
function ChangedMaps() {
  const [round, setRound] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setRound(round + 1)}>
        Change
      </button>
      <div key={round}>
        {MAPS.map(label => (
          <SiteMap key={label} label={label} pins={pins} areas={[]} waiting={<p>Loading</p>} />
        ))}
      </div>
    </>
  )
}

/** With three maps these are more contexts than the 16 that Chromium keeps. */
const ROUNDS = 6

test('three maps that are drawn again and again keep their drawing contexts', { tags: ['nightly'] }, async () => {
  const { screen } = await openStage(<ChangedMaps />)
  const drawn = () => [...document.querySelectorAll<HTMLElement>('.site-map[data-ready]')]
  const isLost = (map: HTMLElement) => map.querySelector('canvas')!.getContext('webgl2')!.isContextLost()
  await expect.poll(() => drawn().length).toBe(MAPS.length)
  for (let round = 0; round < ROUNDS; round++) {
    const before = drawn()
    await screen.getByRole('button', { name: 'Change' }).click()
    await expect.poll(() => drawn().filter(map => !before.includes(map)).length).toBe(MAPS.length)
    expect(drawn().map(isLost)).toEqual([false, false, false])
  }
})

/** Tiles that are asked for and never come. */
const waitingTiles = {
  replies: {
    'GET /tiles/:z/:x/:y': ({ signal }: Call) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  },
}
function setTiles() {
  const tiles = document.createElement('meta')
  tiles.name = 'map-tiles'
  tiles.content = `${window.location.origin}/services/tiles/{z}/{x}/{y}`
  document.head.append(tiles)
}

const farms = [
  { id: '1', name: 'Quinta Nova', at: [-8, 39] as const },
  { id: '2', name: 'Casal', at: [-7, 40] as const },
  { id: '3', name: 'Casal Velho', at: [-7, 40] as const },
]
const field = {
  id: '1',
  boundaries: { type: 'Polygon' as const, coordinates: [[[-8, 39], [-7.9, 39], [-7.9, 39.1], [-8, 39]] as [number, number][]] }, // prettier-ignore
}
const nameOfCluster = (count: number) => `${count} places`

test('a map shows its pins and clusters before its tiles come', async () => {
  setTiles()
  const { calls } = await openStage(
    <SiteMap label="Farms" pins={farms} areas={[field]} clusterName={nameOfCluster} waiting={<p>Loading</p>} />,
    waitingTiles,
  )
  await expect.element(page.getByText('Quinta Nova')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '2 places' })).toBeVisible()
  await expect.poll(() => calls.length).toBeGreaterThan(0)
})

test('a map for drawing shows what is near before its tiles come', async () => {
  setTiles()
  const nothing = () => undefined
  const { calls } = await openStage(
    <DrawMap
      label="Boundary"
      boundaries={null}
      place={undefined}
      pins={farms}
      areas={[field]}
      around={farms.map(({ at }) => at)}
      onBoundaries={nothing}
      onPlace={nothing}
      waiting={<p>Loading</p>}
    />,
    waitingTiles,
  )
  await expect.element(page.getByText('Quinta Nova')).toBeVisible()
  await expect.poll(() => calls.length).toBeGreaterThan(0)
})
