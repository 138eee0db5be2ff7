import type { CategoryId, HistoryMode } from '@steading/contract/devices/categories'
import type { EntityType } from '@steading/contract/entities/entities'

/** The demo farm as data: the tree, the people, the boxes, and what hangs on them. */

export const TIME_ZONE = 'Europe/Lisbon'

export interface DemoEntity {
  readonly key: string
  readonly type: EntityType
  readonly name: string
  readonly code?: string
  readonly latitude?: number
  readonly longitude?: number
  readonly area?: number
  readonly usableArea?: number
  readonly children?: readonly DemoEntity[]
}

const sector = (key: string, name: string, area: number, children: readonly DemoEntity[] = []): DemoEntity => ({
  key,
  type: 'SECTOR',
  name,
  area,
  usableArea: area,
  children,
})

export const demoTree: DemoEntity = {
  key: 'ROOT',
  type: 'ROOT',
  name: 'Steading',
  children: [
    {
      key: 'AGT',
      type: 'PARTNER',
      name: 'AgroTec Ibérica',
      children: [
        {
          key: 'GRL',
          type: 'GROUP',
          name: 'Grupo Lezíria',
          children: [
            {
              key: 'LA',
              type: 'ENTERPRISE',
              code: 'LA',
              name: 'Lezíria Aves',
              children: [
                {
                  key: 'QPL',
                  type: 'FARM',
                  code: 'QPL',
                  name: 'Quinta do Paul',
                  latitude: 39.21,
                  longitude: -8.62,
                  children: [
                    sector('QPL/h1', 'Pavilhão 1', 1300),
                    sector('QPL/h2', 'Pavilhão 2', 1300),
                    sector('QPL/h3', 'Pavilhão 3', 1300),
                  ],
                },
                {
                  key: 'GAV',
                  type: 'FARM',
                  code: 'GAV',
                  name: 'Granja do Alviela',
                  latitude: 39.38,
                  longitude: -8.66,
                  children: [sector('GAV/h1', 'Pavilhão A', 1100), sector('GAV/h2', 'Pavilhão B', 1100)],
                },
              ],
            },
            {
              key: 'LS',
              type: 'ENTERPRISE',
              code: 'LS',
              name: 'Lezíria Suínos',
              children: [
                {
                  key: 'HAZ',
                  type: 'FARM',
                  code: 'HAZ',
                  name: 'Herdade da Azinheira',
                  latitude: 38.74,
                  longitude: -8.12,
                  children: [
                    sector('HAZ/e1', 'Engorda 1', 600, [sector('HAZ/s1', 'Sala 1', 300), sector('HAZ/s2', 'Sala 2', 300)]),
                    sector('HAZ/e2', 'Engorda 2', 300),
                  ],
                },
                {
                  key: 'VSR',
                  type: 'FARM',
                  code: 'VSR',
                  name: 'Vale do Sorraia',
                  latitude: 38.96,
                  longitude: -8.52,
                  children: [
                    sector('VSR/r1', 'Recria 1', 180),
                    sector('VSR/r2', 'Recria 2', 180),
                    sector('VSR/q', 'Quarentena', 180),
                    sector('VSR/v', 'Vacaria', 1200),
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
}

/** Where each demo person stands; addresses are `<name>@steading.example`. */
export const demoPeople = [
  { name: 'root', role: 'Administrator', at: 'ROOT', shortName: 'Administrator', root: true },
  { name: 'integrator', role: 'Integrator', at: 'AGT', shortName: 'Integrator', root: false },
  { name: 'manager', role: 'Farm manager', at: 'LA', shortName: 'Farm manager', root: false },
  { name: 'stock', role: 'Stockperson', at: 'QPL', shortName: 'Stockperson', root: false },
  { name: 'reader', role: 'Reader', at: 'LS', shortName: 'Reader', root: false },
  { name: 'installer', role: 'Installer', at: 'GRL', shortName: 'Installer', root: false },
] as const

/** Who is told of alarms where. */
export const demoResponsibles = [
  { at: 'QPL', people: ['stock', 'manager'] },
  { at: 'GAV', people: ['manager'] },
  { at: 'LS', people: ['integrator'] },
] as const

export interface DemoInterface {
  readonly name: string
  readonly category: CategoryId
  /** Below the house's name in the driver's address. */
  readonly path: string
  /** Seconds between samples. */
  readonly every: number
  /** Left out: as the category says. */
  readonly historyConfiguration?: HistoryMode
}

const one = (name: string, category: CategoryId, path: string, every = 60): DemoInterface => ({ name, category, path, every })

const broilerHouse: readonly DemoInterface[] = [
  one('Temperature north', 'TEMPERATURE', 'temperature/1', 10),
  one('Temperature centre left', 'TEMPERATURE', 'temperature/2', 10),
  one('Temperature centre right', 'TEMPERATURE', 'temperature/3', 10),
  one('Temperature south', 'TEMPERATURE', 'temperature/4', 10),
  one('Temperature, average', 'TEMPERATURE', 'temperature/average', 10),
  one('Humidity', 'HUMIDITY', 'humidity', 30),
  one('CO₂', 'CO2', 'co2', 30),
  one('NH₃', 'NH3', 'nh3'),
  one('Static pressure', 'STATIC_PRESSURE', 'pressure', 10),
  one('Water meter', 'WATER_COUNTER', 'water'),
  one('Silo', 'SILO_WEIGHT', 'silo'),
  // Its display keeps the last weight: another bird is another weight, and in the dark nobody is missed.
  { ...one('Bird scale', 'ANIMAL_SCALE', 'scale', 300), historyConfiguration: 'DIFFERENT_VALUES' },
  one('Electricity meter', 'ENERGY_METER', 'energy'),
  one('Mains power', 'MAINS_POWER', 'mains', 10),
  one('Door', 'DOOR_CONTACT', 'door', 10),
  one('Fans', 'VENTILATION_CONTROL', 'ventilation', 10),
  one('Heaters', 'HEATING_RELAY', 'heating', 10),
  one('Cooling pads', 'COOLING_PAD', 'pad', 10),
  one('Inlets', 'WINDOW_CONTROL', 'window', 10),
  one('Lights', 'ILLUMINATION_CONTROL', 'light', 10),
  one('Feed line', 'FEED_LINE', 'feedline', 10),
  one('Siren', 'ALARM_SIREN', 'siren', 10),
  one('Set point', 'SET_POINT', 'setpoint', 60),
]

const pigRoom: readonly DemoInterface[] = [
  one('Temperature front', 'TEMPERATURE', 'temperature/1', 10),
  one('Temperature back', 'TEMPERATURE', 'temperature/2', 10),
  one('Humidity', 'HUMIDITY', 'humidity', 30),
  one('CO₂', 'CO2', 'co2', 30),
  one('NH₃', 'NH3', 'nh3'),
  one('Water meter', 'WATER_COUNTER', 'water'),
  one('Silo', 'SILO_WEIGHT', 'silo'),
  one('Fans', 'VENTILATION_CONTROL', 'ventilation', 10),
  one('Heater', 'HEATING_RELAY', 'heating', 10),
  one('Ridge vent', 'LANTERN_CONTROL', 'lantern', 10),
  one('Siren', 'ALARM_SIREN', 'siren', 10),
  one('Set point', 'SET_POINT', 'setpoint', 60),
]

/** On the farm's own box, with the farm's addresses. */
export const yard: readonly DemoInterface[] = [
  one('Outside temperature', 'OUTSIDE_TEMPERATURE', 'outside/temperature'),
  one('Outside humidity', 'OUTSIDE_HUMIDITY', 'outside/humidity'),
  one('Wind speed', 'WIND_SPEED', 'outside/wind', 30),
  one('Wind direction', 'WIND_DIRECTION', 'outside/direction', 30),
  one('Rain', 'RAIN', 'outside/rain', 30),
  one('Mains power', 'MAINS_POWER', 'farm/mains', 10),
  one('Generator', 'GENERATOR', 'farm/generator', 10),
]

/** Besides the yard, on the box of a farm with a dairy herd: the meter of its milk tank. */
const milkMeter = one('Milk meter', 'MILK_COUNTER', 'farm/milk', 300)
/** The house of the dairy herd. */
export const DAIRY_HOUSE = 'VSR/v'

/** What the box of a farm reads outside its houses, and the sector that it belongs to; none: the farm itself. */
export const yardOf = (farm: string): readonly (DemoInterface & { readonly at?: string })[] =>
  DAIRY_HOUSE.startsWith(`${farm}/`) ? [...yard, { ...milkMeter, at: DAIRY_HOUSE }] : yard

export interface DemoHouse {
  /** The sector. */
  readonly at: string
  /** The house's name on its box. */
  readonly name: string
  readonly kind: 'broiler' | 'pig'
  /** kg that its silo holds. */
  readonly silo: number
  /** The open batch today; absent: it stands empty. Ages in days. */
  readonly today?: { readonly age: number; readonly count: number }
  /** Its last batch is the reference batch of its kind; feed is metered. */
  readonly hasReference?: true
  /** It had the animals that were transferred out of the reference batch; feed is metered. */
  readonly isReceiver?: true
  /** °C that its rules hold today. */
  readonly setPoint: number
  /** % of full ventilation that its animals need to breathe today. */
  readonly leastAir: number
}

export interface DemoBox {
  readonly key: string
  readonly name: string
  readonly at: string
  readonly profile: 'FC-SMARTBOX-1' | 'FC-SMARTBOX-ROOM'
  readonly farm: string
  readonly yard: boolean
  readonly houses: readonly DemoHouse[]
}

const broilers = (at: string, name: string, setPoint: number, leastAir: number, today?: DemoHouse['today']): DemoHouse => ({
  at,
  name,
  kind: 'broiler',
  silo: 15_000,
  setPoint,
  leastAir,
  ...(today && { today }),
})
const pigs = (at: string, setPoint: number, leastAir: number, today?: DemoHouse['today']): DemoHouse => ({
  at,
  name: 'r1',
  kind: 'pig',
  silo: 10_000,
  setPoint,
  leastAir,
  ...(today && { today }),
})
const farmBox = (farm: string, houses: readonly DemoHouse[]): DemoBox => ({
  key: farm,
  name: `${farm}-01`,
  at: farm,
  profile: 'FC-SMARTBOX-1',
  farm,
  yard: true,
  houses,
})
const roomBox = (farm: string, number: number, house: DemoHouse): DemoBox => ({
  key: house.at,
  name: `${farm}-1${number}`,
  at: house.at,
  profile: 'FC-SMARTBOX-ROOM',
  farm,
  yard: false,
  houses: [house],
})

const receiving = (house: DemoHouse): DemoHouse => ({ ...house, isReceiver: true })
const withReference = (house: DemoHouse): DemoHouse => ({ ...house, hasReference: true })

export const demoBoxes: readonly DemoBox[] = [
  farmBox('QPL', [
    broilers('QPL/h1', 'h1', 22, 6, { age: 21, count: 19_702 }),
    broilers('QPL/h2', 'h2', 18.6, 11, { age: 33, count: 19_560 }),
    broilers('QPL/h3', 'h3', 29.5, 3, { age: 5, count: 19_890 }),
  ]),
  farmBox('GAV', [withReference(broilers('GAV/h1', 'h1', 20, 5)), broilers('GAV/h2', 'h2', 20, 5)]),
  farmBox('HAZ', []),
  roomBox('HAZ', 1, pigs('HAZ/s1', 21, 12, { age: 95, count: 398 })),
  roomBox('HAZ', 2, pigs('HAZ/s2', 18.2, 18, { age: 140, count: 391 })),
  roomBox('HAZ', 3, withReference(pigs('HAZ/e2', 19, 5))),
  farmBox('VSR', []),
  roomBox('VSR', 1, pigs('VSR/r1', 22, 5)),
  roomBox('VSR', 2, pigs('VSR/r2', 22, 5)),
  roomBox('VSR', 3, receiving(pigs('VSR/q', 22, 5))),
]

/** Everything that is measured and switched in a house. */
export const interfacesOf = ({
  kind,
  hasReference,
  isReceiver,
}: Pick<DemoHouse, 'kind' | 'hasReference' | 'isReceiver'>): readonly DemoInterface[] => {
  const usual = kind === 'broiler' ? broilerHouse : pigRoom
  return hasReference || isReceiver ? [...usual, one('Feed meter', 'FEED_COUNTER', 'feed')] : usual
}

/** The house whose fans and heaters follow the age of its animals, day by day. */
export const AGED_HOUSE = 'QPL/h1'
/** The house whose fans stand still and whose heaters burn when the demo starts, so that it is too hot. */
export const HOT_HOUSE = 'QPL/h2'
/** °C that fans and pads hold even on the hottest afternoon of July, and a little. */
const HELD_BY_PADS = 29.5
/** °C above which a house is too hot: well above what suits its animals, and never what its fans can't help in summer. */
export const tooHot = ({ kind, setPoint }: DemoHouse): number => Math.max(setPoint + 6, kind === 'broiler' ? HELD_BY_PADS : 0)
