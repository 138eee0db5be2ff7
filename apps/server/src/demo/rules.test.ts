import { CycleProportionalBody, CycleThermostatBody } from '@steading/contract/rules/body'
import { setPointsAt } from '@steading/rules/templates/cycle'
import { expect, test } from 'vitest'
import { AGED_HOUSE, demoBoxes, HOT_HOUSE, interfacesOf, tooHot } from './farm.ts'
import { houseRules } from './rules.ts'

const houses = demoBoxes.flatMap(box => box.houses)
/** Every path of a house as its own id. */
const idsOf = (house: (typeof houses)[number]) => Object.fromEntries(interfacesOf(house).map(({ path }) => [path, path]))
const NOW = Date.parse('2026-07-15T12:00:00Z')
const RELAYS = new Set<string>(['FAN_RELAY', 'HEATING_RELAY', 'COOLING_PAD', 'FOGGING', 'FEED_LINE', 'WATER_VALVE'])

test('in every house an alarm watches that fans and relays follow their commands', () => {
  expect(houses.length).toBe(11)
  for (const house of houses) {
    const relays = interfacesOf(house).flatMap(({ path, category }) => (RELAYS.has(category) ? [path] : []))
    expect(relays).toContain('heating')
    const watching = houseRules(house, idsOf(house), NOW).filter(({ displayName }) => displayName === 'Equipment does not follow')
    const followed = { logicOperator: 'NOT_EQUAL', inputValue: 0, permanenceTime: '00:02', repetitionTime: '00:30' }
    expect(watching).toMatchObject([
      { deploy: house.today !== undefined, event: { severityLevel: 'MAJOR', category: 'TECHNICAL' } },
    ])
    const { lines } = watching[0]!.inputs
    expect(lines).toHaveLength(relays.length + 1)
    for (const interfaceId of ['ventilation', ...relays]) expect(lines).toContainEqual({ interfaceId, ...followed })
  }
})

test('no house is too hot at the start, the hot one is after a minute', () => {
  for (const house of houses) {
    const alarm = houseRules(house, idsOf(house), NOW).find(({ displayName }) => displayName === 'Temperature too high')
    const permanenceTime = house.at === HOT_HOUSE ? '00:01' : '00:10'
    expect(alarm!.inputs).toMatchObject({ lines: [{ logicOperator: 'GREATER', inputValue: tooHot(house), permanenceTime }] })
    expect(tooHot(house)).toBeGreaterThanOrEqual(house.setPoint + 6)
    // Pads come on at 27 °C; what they hold in July is no alarm.
    expect(tooHot(house)).toBeGreaterThan(house.kind === 'broiler' ? 29 : 0)
  }
})

test('every rule names what its house has', () => {
  for (const house of houses) {
    const ids = idsOf(house)
    for (const { displayName, inputs } of houseRules(house, ids, NOW)) {
      const named = [inputs['sensors'], inputs['outputs']].filter(Array.isArray).flat() as unknown[] // safe: they are lists
      for (const id of named) expect(Object.keys(ids), `${displayName} of ${house.at}`).toContain(id)
    }
  }
})

test('in one house fans and heaters follow the age of the animals since their entry', () => {
  const aged = houses.filter(house => houseRules(house, idsOf(house), NOW).some(({ template }) => template.startsWith('CYCLE_')))
  expect(aged.map(house => [house.at, house.today?.age])).toEqual([[AGED_HOUSE, 21]])
  const house = aged[0]!
  const rules = houseRules(house, Object.fromEntries(interfacesOf(house).map(({ path }, at) => [path, String(at + 1)])), NOW)
  const inputsOf = (name: string) => rules.find(({ displayName, deploy }) => displayName === name && deploy)?.inputs
  const air = CycleProportionalBody.shape.inputs.parse(inputsOf('Ventilation by age'))
  const warmth = CycleThermostatBody.shape.inputs.parse(inputsOf('Heaters by age'))
  expect([air.cycle.followsBatch, warmth.cycle.followsBatch]).toEqual([true, true])
  expect(air.cycle).toMatchObject({ preCycle: { date: '2026-06-22' }, dayOne: { date: '2026-06-24' }, lastDay: { day: 35 } })
  // Day 22 at one in the afternoon in Lisbon: a little less than on day 21, as the barn's own computer held it.
  const offsets = [{ from: 0, minutes: 60 }]
  const points = setPointsAt<object>({ offsets, inputs: air }, NOW)
  const heating = setPointsAt<object>({ offsets, inputs: warmth }, NOW)
  expect(points).toMatchObject({ setPoint: expect.closeTo(22 - (2 / 7) * (1 + 13 / 24), 6), band: 4, maxOutput: 100 })
  expect(heating).toMatchObject({ setPoint: expect.closeTo(21.5 - (2 / 7) * (1 + 13 / 24), 6), differential: 0.5 })
})
