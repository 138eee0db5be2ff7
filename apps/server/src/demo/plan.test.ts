import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../platform/config/config.ts'
import { demoBoxes, HOT_HOUSE, interfacesOf, tooHot, yardOf } from './farm.ts'
import { boxFolders, planFile, writePlan } from './plan.ts'

interface House {
  readonly id: string
  readonly name: string
  readonly batches?: readonly { entryDate: string; entryAge: number; count: number }[]
  readonly interfaces?: readonly unknown[]
  readonly metered?: { readonly from: string; readonly days: readonly { feed: number; water: number }[] }
}
interface Farm {
  readonly seed: string
  readonly timeZone: string
  readonly houses: readonly House[]
  readonly script: readonly { after: number; fault: string; house: string; degrees?: number; reached?: number }[]
}
interface Driver extends Omit<Farm, 'script'> {
  readonly faults: Farm['script']
}

/** The plan of the past, and the settings of the boxes in the order of their folders. */
const written = (now: string) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plan-'))
  const config = readConfig({ DATA_DIR: dataDir, DEMO: 'on' })
  const seeded = demoBoxes.map(box => ({
    key: box.key,
    uid: 'demo00000000',
    claimCode: 'code',
    yard: yardOf(box.farm).map(({ path }, id) => ({ id, address: path })),
    houses: Object.fromEntries(
      box.houses.map(house => [
        house.name,
        interfacesOf(house).map(({ path }, id) => ({ id, address: `${house.name}/${path}` })),
      ]),
    ),
  }))
  writePlan(config, seeded, Date.parse(now))
  const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
  // safe: writePlan wrote them; what is not so fails below
  const { farms } = read(planFile(config)) as { farms: Farm[] }
  const boxes = boxFolders(config).map(folder => (read(join(folder, 'box.json')) as { driver: Driver }).driver)
  rmSync(dataDir, { recursive: true })
  return { farms, boxes }
}
const plain = ({ id, name, batches }: House) => ({ id, name, batches })
const oneOf = (farms: readonly (Farm | Driver)[]) => farms.find(farm => farm.houses.some(({ id }) => id === 'QPL-h2'))!

test('past and present are of one barn: the same houses, animals, sky and faults', () => {
  const { farms, boxes } = written('2026-07-15T12:00:00Z')
  const past = farms.map(({ seed, timeZone, houses, script }) => ({ seed, timeZone, houses: houses.map(plain), script }))
  const present = boxes.map(({ seed, timeZone, houses, faults }) => ({
    seed,
    timeZone,
    houses: houses.map(plain),
    script: faults,
  }))
  const sorted = (of: readonly object[]) => of.map(one => JSON.stringify(one)).toSorted()
  expect(past).toHaveLength(demoBoxes.length)
  expect(sorted(past)).toEqual(sorted(present))
})

test('only the hot house has a script, which starts at its alarm limit and exceeds it', () => {
  const { farms } = written('2026-07-15T12:00:00Z')
  const hot = demoBoxes.flatMap(box => box.houses).find(house => house.at === HOT_HOUSE)!
  const { script } = oneOf(farms) as Farm // safe: found among farms
  expect(farms.flatMap(farm => farm.script)).toEqual(script)
  expect(script.map(({ fault, house }) => [fault, house])).toEqual([
    ['tripped breaker', hot.name],
    ['runaway heating', hot.name],
  ])
  expect(script[1]!.degrees).toBeGreaterThan(tooHot(hot) + 2)
  expect(script[1]!.reached).toBeGreaterThan(tooHot(hot))
  expect(script[1]!.reached).toBeLessThan(tooHot(hot) + 0.5)
  expect(script.map(({ after }) => after)).toEqual([0, 0])
})

test.each([
  ['2026-07-15T12:00:00Z', '2026-06-12'],
  // Half past midnight in Lisbon, where it is the next day.
  ['2026-07-15T23:30:00Z', '2026-06-13'],
  ['2026-11-21T23:30:00Z', '2026-10-19'],
])('made at %s, animals of 33 days came on %s of the farm’s calendar', (now, entryDate) => {
  const { farms } = written(now)
  const house = oneOf(farms).houses.find(({ id }) => id === 'QPL-h2')!
  expect(house.batches).toEqual([{ entryDate, entryAge: 0, count: 19_560 }])
})

test('the room fed from the reference batch meters its use until that batch ended', () => {
  const { farms } = written('2026-07-15T12:00:00Z')
  const { metered } = farms.flatMap(farm => farm.houses).find(({ id }) => id === 'VSR-q')!
  // The reference batch ended twelve days ago, 63 days after the transfer.
  expect(metered!.from).toBe('2026-05-01')
  expect(metered!.days).toHaveLength(63)
  // 20 pigs of 98 days eat 2.07 kg a day, and drink 2.5 L with each.
  expect(metered!.days[0]).toEqual({ feed: 41.4, water: 104 })
  expect(metered!.days.every(({ feed, water }) => feed > 41 && feed < 70 && water > 100 && water < 175)).toBe(true)
})

test('only the box of the dairy farm meters milk', () => {
  const meters = demoBoxes.filter(box => box.yard && yardOf(box.farm).some(({ category }) => category === 'MILK_COUNTER'))
  expect(meters.map(({ farm }) => farm)).toEqual(['VSR'])
})
