import { useState } from 'react'
import { expect, test } from 'vitest'
import { SiteMap } from '../../src/ui/map/index.tsx'
import { openStage } from './stage.tsx'

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
  // Maps are drawn in the colours of a theme.
  document.documentElement.dataset['theme'] = 'steading'
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
