import { RuleBody } from '@steading/contract/rules/body'
import type { RuleInterface, RuleTemplate } from '@steading/contract/rules/body'
import { zoneOffsets } from '../apps/server/src/platform/time/zoneOffsets.ts'
import type { Random } from '../chaos/random.ts'
import type { Wiring } from './wiring.ts'

/** A random rule that a box would take. */

export const TEMPLATES: readonly RuleTemplate[] = [
  'THERMOSTAT',
  'DOUBLE_THERMOSTAT',
  'PROPORTIONAL',
  'CYCLE_THERMOSTAT',
  'CYCLE_DOUBLE_THERMOSTAT',
  'CYCLE_PROPORTIONAL',
  'ALARM_WITHOUT_ACTUATION',
  'ALARM_WITH_ACTUATION',
  'CLOUD_ALARM',
  'SCHEDULER',
  'FORCED_SCHEDULER',
]

export const ZONES = [
  'Europe/Lisbon',
  'Europe/Berlin',
  'Europe/Athens',
  'America/Santiago',
  'America/Sao_Paulo',
  'Africa/Cairo',
  'Australia/Lord_Howe',
] as const

const DAY = 86_400_000
const TIMES = ['00:00', '00:00', '00:01', '00:03', '00:10', '00:30', '01:00'] as const
const OPERATORS = ['EQUAL', 'NOT_EQUAL', 'GREATER', 'GREATER_EQUAL', 'LESS', 'LESS_EQUAL'] as const

/** Where and when: the clock is put forward or back within the time that is played, more often than not. */
export interface Scene {
  readonly zone: string
  readonly start: number
  readonly days: number
}

/** Every rule is played after this day, so that a zone needs its table but once. */
const FROM = Date.UTC(2025, 11, 1)

export function sceneOf(random: Random, days: number): Scene {
  const zone = random.one(ZONES)
  const from = FROM + 31 * DAY
  const changes = zoneOffsets(zone, FROM)
    .slice(1, 5)
    .map(offset => offset.from)
  const near = changes.length > 0 && random.chance(0.7) ? random.one(changes) - random.whole(0, days) * DAY : undefined
  const start = near ?? from + random.whole(0, 700) * DAY
  return { zone, days, start: start - (start % 60_000) + random.whole(0, 1439) * 60_000 }
}

const date = (ts: number) => new Date(ts).toISOString().slice(0, 10)

const near = (random: Random, at = 22) => at + random.whole(-8, 8) / 4

/** One set of inputs for a wiring: a new version draws them anew. */
export function bodyOf(
  random: Random,
  { template, interfaces, sensors, outputs, others }: Wiring,
  scene: Scene,
  version: number,
) {
  const { zone: timeZone, start, days } = scene
  const envelope = { id: '7', version, timeZone, template, interfaces }
  const offsets = zoneOffsets(timeZone, FROM)
  const group = { sensors, outputs, aggregation: random.one(['AVG', 'MIN', 'MAX']), staleAfter: random.one([60, 300, 3600]) }
  const times = { minOn: random.one([0, 60, 300]), minOff: random.one([0, 60, 300]) }
  const mode = random.one(['COOL', 'HEAT'])
  const differential = () => random.one([0.5, 1, 2])
  const slope = () => {
    const minOutput = random.one([0, 5, 10, 30])
    return { setPoint: near(random), band: random.one([1, 4, 8]), minOutput, maxOutput: random.one([minOutput, 60, 100, 100]) }
  }
  const pair = () => {
    const heatSetPoint = near(random, 20)
    return {
      heatSetPoint,
      coolSetPoint: heatSetPoint + random.one([0, 1, 3]),
      heatDifferential: differential(),
      coolDifferential: differential(),
    }
  }
  const cycle = (points: () => object) => {
    const dayOne = start + random.whole(-20, days - 5) * DAY
    const on = [4, 9, 17].filter(() => random.chance(0.6))
    return {
      interpolation: random.one(['LINEAR', 'STEP']),
      cycle: {
        preCycle: { date: date(dayOne - random.whole(0, 6) * DAY), ...points() },
        dayOne: { date: date(dayOne), ...points() },
        days: on.map(day => ({ day, ...points() })),
        lastDay: { day: random.whole(20, 40), ...points() },
      },
    }
  }
  const speeds = {
    mode,
    step: random.one([1, 1, 3, 10]),
    maxSlew: random.one([0, 0, 3, 7, 30]),
    ...(random.chance(0.3) && { minSpeed: random.one([20, 50]), cycleTime: random.one([600, 900]) }),
    ...(mode === 'COOL' && random.chance(0.3) && { safeValue: random.one([0, 55, 100]) }),
  }
  const onOff = { mode, ...times, ...(mode === 'COOL' && random.chance(0.2) && { safeValue: false }) }
  const free = template.startsWith('CYCLE') ? { offsets } : {}
  const control = (inputs: object) => ({ ...envelope, ...free, inputs: { ...group, ...others, ...inputs } })
  switch (template) {
    case 'THERMOSTAT': {
      const spMin = near(random, 18)
      const point = { setPoint: near(random), differential: differential(), offset: random.whole(-3, 3), spMin, spMax: spMin + 6 }
      return parse(control({ ...onOff, ...point }))
    }
    case 'CYCLE_THERMOSTAT':
      return parse(control({ ...onOff, ...cycle(() => ({ setPoint: near(random), differential: differential() })) }))
    case 'DOUBLE_THERMOSTAT':
      return parse(control({ ...times, changeOver: random.one([0, 60, 600]), safeValue: random.chance(0.7), ...pair() }))
    case 'CYCLE_DOUBLE_THERMOSTAT':
      return parse(control({ ...times, changeOver: random.one([0, 60, 600]), ...cycle(pair) }))
    case 'PROPORTIONAL':
      return parse(control({ ...speeds, ...slope() }))
    case 'CYCLE_PROPORTIONAL':
      return parse(control({ ...speeds, ...cycle(slope) }))
    case 'SCHEDULER':
    case 'FORCED_SCHEDULER':
      return parse({ ...envelope, offsets, inputs: scheduleOf(random, outputs, others['levels'] === true) })
    case 'ALARM_WITHOUT_ACTUATION':
    case 'ALARM_WITH_ACTUATION':
    case 'CLOUD_ALARM': {
      const cloud = template === 'CLOUD_ALARM'
      const lines = sensors.map(id => lineOf(random, specOf(interfaces, id), scene, cloud))
      const levels = others['levels'] === true
      return parse({
        ...envelope,
        ...(cloud && { offsets }),
        inputs: {
          lines,
          lineLogic: random.one(['ANY', 'ANY', 'ALL']),
          ...(outputs.length > 0 && {
            outputs,
            onValue: levels ? 100 : true,
            offValue: levels ? random.one([0, 30]) : false,
            maxOnTime: random.one([0, 0, 5, 120]),
          }),
        },
        event: {
          severityLevel: random.one(['LOW', 'MAJOR', 'CRITICAL']),
          status: random.one(['OPEN', 'OPEN', 'OPEN', 'PENDING', 'CLOSED']),
          ruleDelay: random.one([0, 0, 45, 600]),
        },
        autoClose: random.chance(0.8),
      })
    }
  }
}

const parse = (body: object): RuleBody => RuleBody.parse(body)

const specOf = (interfaces: readonly object[], id: string): RuleInterface =>
  interfaces.find(item => 'id' in item && item.id === id) as RuleInterface // safe: the wiring names what it lists

function lineOf(random: Random, spec: RuleInterface, { start, days }: Scene, cloud: boolean): object {
  const line = {
    interfaceId: spec.id,
    permanenceTime: random.one(TIMES),
    repetitionTime: random.one(['00:00', '00:00', '00:03', '00:30', '01:00', '01:00', '04:00', '04:00']),
    notificationLimit: random.one([cloud ? 5 : 0, 1, 2, 3]),
  }
  const compared = (): { logicOperator: string; limit: unknown } => {
    if (spec.kind === 'COUNTER') return { logicOperator: random.one(OPERATORS), limit: random.one([0, 120, 600]) }
    if (spec.kind === 'COMMAND') return { logicOperator: 'NOT_EQUAL', limit: 0 }
    if (spec.dataType === 'BOOLEAN') return { logicOperator: 'EQUAL', limit: random.chance(0.5) }
    if (spec.dataType === 'STRING')
      return { logicOperator: random.one(['EQUAL', 'NOT_EQUAL']), limit: random.one(['ok', ' jam']) }
    return { logicOperator: random.one(OPERATORS), limit: near(random) }
  }
  const relative = (): object => {
    if (spec.kind !== 'GAUGE' || random.chance(0.8)) return {}
    const percent = random.chance(0.4)
    const reference = [
      { from: 0, value: percent ? 80 : 2 },
      { from: start + random.whole(1, days) * DAY, value: percent ? 110 : -1 },
    ]
    return { relativeTo: percent ? 'CAPACITY' : 'CURVE', percent, reference }
  }
  if (!cloud || spec.kind === 'COUNTER' || random.chance(0.5)) {
    const { logicOperator, limit } = compared()
    return { ...line, logicOperator, inputValue: limit, ...relative() }
  }
  const from = start + random.whole(-3, days - 10) * DAY
  const last = random.whole(4, 25)
  const entry = (day: number) => {
    const { logicOperator, limit } = compared()
    return { day, logicOperator, action: limit }
  }
  return {
    ...line,
    isCyclical: true,
    cycleStartDate: date(from),
    cycleEndDate: date(from + last * DAY),
    cycle: [0, 0, 2, 4].filter((_, k) => k === 0 || random.chance(0.6)).map(entry),
  }
}

const two = (n: number): string => String(n).padStart(2, '0')
const wall = (second: number): string =>
  `${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}`

function scheduleOf(random: Random, outputs: readonly string[], levels: boolean): object {
  const action = () => (levels ? random.one([20, 60, 100]) : random.chance(0.7))
  const line = (weekday: number) => {
    const intervals: object[] = []
    // Often within the hours that are put forward and back.
    let at = random.chance(0.5) ? random.whole(0, 7200) : random.whole(0, 60_000)
    while (at < 86_300 && intervals.length < 5) {
      const whole = random.chance(0.7)
      const from = whole ? Math.ceil(at / 60) * 60 : at
      const to = Math.min(86_399, from + random.one([60, 600, 1800, 5400, 28_800]) - 1)
      const own = outputs.length > 1 && random.chance(0.4)
      intervals.push({
        startTime: wall(from),
        endTime: wall(to),
        action: action(),
        ...(own && { interfaceId: random.one(outputs) }),
      })
      at = to + 1 + random.one([0, 0, 60, 1500, 20_000])
    }
    return { weekdays: [weekday], intervals }
  }
  const lines = [0, 1, 2, 3, 4, 5, 6].filter(() => random.chance(0.8)).map(line)
  return { outputs, lines: lines.length > 0 ? lines : [line(6)], callbackValue: levels ? 0 : false }
}
