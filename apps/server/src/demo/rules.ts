import { CATEGORIES } from '@steading/contract/devices/categories'
import type { Severity, EventCategory } from '@steading/contract/events/events'
import type { Engine } from '@steading/contract/rules/ruleTemplates'
import { airByAge, warmthByAge } from './ages.ts'
import { barnBatchOf } from './production/stays.ts'
import { AGED_HOUSE, HOT_HOUSE, interfacesOf, tooHot } from './farm.ts'
import type { DemoHouse } from './farm.ts'

/** Interface ids of a house by the path below its name. */
export type HouseInterfaces = Readonly<Record<string, string>>

export interface DemoRule {
  readonly displayName: string
  readonly template: Engine
  readonly inputs: Record<string, unknown>
  readonly event?: {
    readonly title: string
    readonly description: string
    readonly severityLevel: Severity
    readonly category: EventCategory
  }
  readonly deploy: boolean
}

/** Fans, heaters, light and pads of a house, and its alarms, around the set-point of its animals today (`now`, ms UTC). */
export function houseRules(house: DemoHouse, id: HouseInterfaces, now: number): DemoRule[] {
  const broiler = house.kind === 'broiler'
  const sensors = (
    broiler ? ['temperature/1', 'temperature/2', 'temperature/3', 'temperature/4'] : ['temperature/1', 'temperature/2']
  ).map(path => id[path]!)
  const lead = broiler ? id['temperature/average']! : id['temperature/1']!
  const hot = house.at === HOT_HOUSE
  const air = { sensors, outputs: [id.ventilation], mode: 'COOL', step: 3, setPointOut: id.setpoint }
  const warmth = { sensors, outputs: [id.heating], mode: 'HEAT' }
  const fans: DemoRule = {
    displayName: 'Proportional ventilation',
    template: 'PROPORTIONAL',
    inputs: { ...air, setPoint: house.setPoint, band: 4, minOutput: house.leastAir, maxOutput: 100 },
    deploy: true,
  }
  const heaters: DemoRule = {
    displayName: 'Heaters',
    template: 'THERMOSTAT',
    inputs: { ...warmth, setPoint: house.setPoint - 0.5, differential: 0.5 },
    deploy: true,
  }
  const dayOne = house.at === AGED_HOUSE ? barnBatchOf(house, now)?.entryDate : undefined
  const climate: DemoRule[] =
    dayOne === undefined
      ? [fans, heaters]
      : [
          {
            displayName: 'Ventilation by age',
            template: 'CYCLE_PROPORTIONAL',
            deploy: true,
            inputs: { ...air, cycle: { followsBatch: true, ...airByAge(dayOne) } },
          },
          {
            displayName: 'Heaters by age',
            template: 'CYCLE_THERMOSTAT',
            deploy: true,
            inputs: { ...warmth, cycle: { followsBatch: true, ...warmthByAge(dayOne) } },
          },
        ]
  const rules: DemoRule[] = [
    ...climate,
    alarm('Temperature too high', 'CRITICAL', 'CLIMATE', [
      line(lead, 'GREATER', tooHot(house), hot ? '00:01' : '00:10', '00:30'),
    ]),
    alarm('Temperature too low', 'MAJOR', 'CLIMATE', [line(lead, 'LESS', house.setPoint - 6, '00:10', '00:30')]),
    alarm(
      'Equipment does not follow',
      'MAJOR',
      'TECHNICAL',
      followers(house).map(path => line(id[path]!, 'NOT_EQUAL', 0, '00:02', '00:30')),
    ),
    alarm('Ammonia too high', 'MODERATE', 'AIR_QUALITY', [line(id.nh3!, 'GREATER', 20, '00:30', '00:00')]),
  ]
  if (broiler)
    rules.push(
      {
        displayName: 'Light programme',
        template: 'SCHEDULER',
        inputs: {
          outputs: [id.light],
          // As the house does by itself: the past that was made up goes on.
          lines: [{ weekdays: [0, 1, 2, 3, 4, 5, 6], intervals: [{ startTime: '05:00:00', endTime: '22:59:59', action: 100 }] }],
          callbackValue: 0,
        },
        deploy: true,
      },
      {
        displayName: 'Cooling pads',
        template: 'THERMOSTAT',
        inputs: { sensors, outputs: [id.pad], mode: 'COOL', setPoint: Math.max(26, house.setPoint + 4), differential: 1 },
        deploy: true,
      },
      alarm('Power failure', 'CRITICAL', 'POWER', [line(id.mains!, 'EQUAL', false, '00:01', '00:10')]),
    )
  // One on purpose that waits for somebody.
  const water = alarm('No water flow', 'MAJOR', 'WATER', [line(id.water!, 'EQUAL', 0, '01:00', '01:00')])
  rules.push({ ...water, deploy: house.at !== 'QPL/h1' })
  // One on purpose that cannot be: the fans belong to another rule.
  if (house.at === 'QPL/h1') rules.push({ ...fans, displayName: 'Night ventilation' })
  // An empty house is left to the weather, and nobody is woken for it.
  return house.today ? rules : rules.map(rule => ({ ...rule, deploy: false }))
}

/** The fans, and every output whose category proposes to compare its feedback with the command: all relays. */
const followers = (house: DemoHouse): string[] =>
  interfacesOf(house)
    .filter(({ path, category }) => {
      const { kind, alarm: proposed } = CATEGORIES[category]
      return path === 'ventilation' || (kind === 'COMMAND' && proposed.some(({ operator }) => operator === 'NOT_EQUAL'))
    })
    .map(({ path }) => path)

const line = (
  interfaceId: string,
  logicOperator: string,
  inputValue: number | boolean,
  permanenceTime: string,
  repetitionTime: string,
) => ({
  interfaceId,
  logicOperator,
  inputValue,
  permanenceTime,
  repetitionTime,
})

const alarm = (title: string, severityLevel: Severity, category: EventCategory, lines: readonly unknown[]): DemoRule => ({
  displayName: title,
  template: 'ALARM_WITHOUT_ACTUATION',
  inputs: { lines },
  event: { title, description: '', severityLevel, category },
  deploy: true,
})
