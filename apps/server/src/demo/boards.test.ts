import { WIDGETS } from '@steading/contract/widgets/widgets'
import { expect, test } from 'vitest'
import { boardOf } from './boards.ts'
import { demoBoxes } from './farm.ts'

test('every ring shows where the animals are well, about the set-point that the rules hold', () => {
  const houses = demoBoxes.flatMap(box => box.houses)
  const rings = houses.flatMap(house =>
    boardOf(house)
      .tiles.filter(tile => tile.type === 'GAUGE')
      .map(tile => ({ house, configs: WIDGETS.GAUGE.schema.parse({ interfaceId: '1', ...tile.more }) })),
  )
  expect(rings.length).toBe(houses.length)
  for (const { house, configs } of rings) {
    expect(configs.comfortMin).toBeLessThan(house.setPoint)
    expect(configs.comfortMax).toBeGreaterThan(house.setPoint)
    expect([configs.comfortMin! >= configs.min!, configs.comfortMax! <= configs.max!]).toEqual([true, true])
  }
})
