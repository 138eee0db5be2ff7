import fc from 'fast-check'
import { RuleBody } from '@steading/contract/rules/body'
import type { BodyOf, RuleBodyInput } from '@steading/contract/rules/body'
import { order } from '../src/inputs/input.ts'
import type { Input } from '../src/inputs/input.ts'
import { NEVER } from '../src/values/time.ts'

/** Random rules and random histories of a farm, small enough that instants collide and limits are met. */

export const START = 1_790_000_000_000
export const SECONDS = 3 * 3600

const envelope = { id: '7', version: 1, timeZone: 'Europe/Lisbon' }
const sensor = (id: string, every: number) => ({ id, dataType: 'DECIMAL', kind: 'GAUGE', every }) as const
const relay = { id: '21', dataType: 'BOOLEAN', kind: 'COMMAND' } as const
const fan = { id: '21', dataType: 'INTEGER', kind: 'COMMAND' } as const
const setPointOut = { id: '31', dataType: 'DECIMAL', kind: 'COMMAND' } as const
const every = fc.constantFrom(0, 10, 60, 150)
const mode = fc.constantFrom('COOL', 'HEAT')
const group = { staleAfter: fc.constantFrom(60, 300), aggregation: fc.constantFrom('AVG', 'MIN', 'MAX') }

const parse = <B extends RuleBodyInput>(body: B) => RuleBody.parse(body) as BodyOf<B['template']> // safe: parsing keeps the template

export const thermostats = fc
  .record({
    ...group,
    mode,
    setPoint: fc.constantFrom(20, 22),
    differential: fc.constantFrom(0.5, 1),
    minOn: fc.constantFrom(0, 60, 400),
    minOff: fc.constantFrom(0, 60, 400),
    reference: fc.constantFrom('FIXED', 'SENSOR'),
    every,
  })
  .map(({ every, ...inputs }) =>
    parse({
      ...envelope,
      template: 'THERMOSTAT',
      interfaces: [sensor('11', every), sensor('12', 60), sensor('13', 60), relay, setPointOut],
      inputs: { sensors: ['11', '12'], outputs: ['21'], refSensor: '13', setPointOut: '31', offset: 0, ...inputs },
    }),
  )

export const proportionals = fc
  .record({
    ...group,
    mode,
    setPoint: fc.constantFrom(20, 22),
    band: fc.constantFrom(1, 4),
    minOutput: fc.constantFrom(0, 10, 30),
    maxOutput: fc.constantFrom(60, 100),
    step: fc.constantFrom(1, 5, 20),
    maxSlew: fc.constantFrom(0, 7, 30),
    minSpeed: fc.constantFrom(0, 20, 50),
    cycleTime: fc.constantFrom(0, 60, 300),
    every,
  })
  .map(({ every, ...inputs }) =>
    parse({
      ...envelope,
      template: 'PROPORTIONAL',
      interfaces: [sensor('11', every), sensor('12', 60), fan],
      inputs: { sensors: ['11', '12'], outputs: ['21'], ...inputs },
    }),
  )

export const doubles = fc
  .record({
    ...group,
    heatSetPoint: fc.constantFrom(19.5, 20),
    coolSetPoint: fc.constantFrom(20, 22),
    heatDifferential: fc.constantFrom(0.5, 1),
    coolDifferential: fc.constantFrom(0.5, 1),
    minOn: fc.constantFrom(0, 60, 400),
    minOff: fc.constantFrom(0, 60, 400),
    changeOver: fc.constantFrom(0, 60, 900),
    safeValue: fc.boolean(),
    every,
  })
  .map(({ every, ...inputs }) =>
    parse({
      ...envelope,
      template: 'DOUBLE_THERMOSTAT',
      interfaces: [sensor('11', every), sensor('12', 60), relay, { ...relay, id: '22' }, setPointOut],
      inputs: { sensors: ['11', '12'], heatOutputs: ['22'], coolOutputs: ['21'], coolSetPointOut: '31', ...inputs },
    }),
  )

/** Local midnight is 46 min 40 s after START; the clock may be put back, or on, by an hour soon after. */
const offsets = fc
  .constantFrom(0, 480, 600)
  .map(minutes => [{ from: 0, minutes: 540 }, ...(minutes === 0 ? [] : [{ from: START + 5_400_000, minutes }])])
const date = fc.constantFrom('2026-09-21', '2026-09-22')
const cycleOf = <P extends object>(points: fc.Arbitrary<P>) =>
  fc.record({
    offsets,
    interpolation: fc.constantFrom('LINEAR' as const, 'STEP' as const),
    cycle: fc.record({
      preCycle: points.map(point => ({ date: '2026-09-21', ...point })),
      dayOne: fc.tuple(date, points).map(([day, point]) => ({ date: day, ...point })),
      days: points.map(point => [{ day: 2, ...point }]),
      lastDay: points.map(point => ({ day: 4, ...point })),
    }),
  })

/** The rule with its set-points from a cycle instead. */
const cycleThermostats = fc
  .tuple(thermostats, cycleOf(fc.record({ setPoint: fc.constantFrom(20, 21, 22), differential: fc.constantFrom(0.5, 1) })))
  .map(([plain, { offsets, ...cycle }]) =>
    parse({ ...plain, template: 'CYCLE_THERMOSTAT', offsets, inputs: { ...plain.inputs, ...cycle } }),
  )
const cycleDoubles = fc
  .tuple(doubles, cycleOf(fc.record({ heatSetPoint: fc.constantFrom(19, 20), coolSetPoint: fc.constantFrom(20, 21, 22) })))
  .map(([plain, { offsets, ...cycle }]) =>
    parse({ ...plain, template: 'CYCLE_DOUBLE_THERMOSTAT', offsets, inputs: { ...plain.inputs, ...cycle } }),
  )
const cycleProportionals = fc
  .tuple(
    proportionals,
    cycleOf(fc.record({ setPoint: fc.constantFrom(20, 22), band: fc.constantFrom(1, 4), minOutput: fc.constantFrom(0, 5, 30) })),
  )
  .map(([plain, { offsets, ...cycle }]) =>
    parse({ ...plain, template: 'CYCLE_PROPORTIONAL', offsets, inputs: { ...plain.inputs, ...cycle } }),
  )

export const cycles = fc.oneof(cycleThermostats, cycleDoubles, cycleProportionals)

const time = fc.constantFrom('00:00', '00:01', '00:03', '00:10')
const line = (interfaceId: string) =>
  fc.record({
    interfaceId: fc.constant(interfaceId),
    logicOperator: fc.constantFrom('GREATER', 'LESS', 'EQUAL'),
    inputValue: fc.constantFrom(20, 22, 24),
    permanenceTime: time,
    repetitionTime: time,
    notificationLimit: fc.constantFrom(0, 1, 3),
  })

export const alarms = fc
  .record({
    lines: fc.oneof(fc.tuple(line('11')), fc.tuple(line('11'), line('12')), fc.tuple(line('11'), line('11'), line('12'))),
    lineLogic: fc.constantFrom('ANY', 'ALL'),
    severityLevel: fc.constantFrom('LOW', 'CRITICAL'),
    ruleDelay: fc.constantFrom(0, 0, 45, 300),
    autoClose: fc.boolean(),
    every,
  })
  .map(({ lines, lineLogic, severityLevel, ruleDelay, autoClose, every }) =>
    parse({
      ...envelope,
      template: 'ALARM_WITHOUT_ACTUATION',
      interfaces: [sensor('11', every), sensor('12', 60)],
      inputs: { lines, lineLogic },
      event: { severityLevel, ruleDelay },
      autoClose,
    }),
  )

const entry = fc.record({
  day: fc.constantFrom(0, 1),
  logicOperator: fc.constantFrom('GREATER', 'LESS'),
  action: fc.constantFrom(20, 22, 24),
})

/** The alarm, with its first line following the calendar. */
export const clouds = fc
  .record({ alarm: alarms, offsets, start: date, end: date, entries: fc.array(entry, { minLength: 1, maxLength: 4 }) })
  .map(({ alarm, offsets, start, end, entries }) => {
    const [first, ...others] = alarm.inputs.lines.map(line => ({ ...line, notificationLimit: line.notificationLimit || 5 }))
    const dates = { cycleStartDate: start < end ? start : end, cycleEndDate: start < end ? end : start }
    const last = dates.cycleStartDate === dates.cycleEndDate ? 0 : 1
    const cycle = entries.filter(({ day }) => day <= last).toSorted((a, b) => a.day - b.day)
    const steady = cycle.length === 0
    return parse({
      ...alarm,
      template: 'CLOUD_ALARM',
      offsets,
      interfaces: alarm.interfaces.map(item => ({ ...item, terminalId: '5' })),
      inputs: { ...alarm.inputs, lines: [steady ? first! : { ...first!, isCyclical: true, ...dates, cycle }, ...others] },
    })
  })

const onOff = fc.constantFrom(0, 35)

/** The alarm, switching a fan that it may watch as well. */
export const actuations = fc.record({ alarm: alarms, maxOnTime: fc.constantFrom(0, 1, 20) }).map(({ alarm, maxOnTime }) =>
  parse({
    ...alarm,
    template: 'ALARM_WITH_ACTUATION',
    interfaces: [...alarm.interfaces, fan],
    inputs: { ...alarm.inputs, outputs: ['21'], onValue: 100, offValue: 0, maxOnTime },
  }),
)

/** On and off again all day long. */
export const schedulers = fc
  .record({
    template: fc.constantFrom('SCHEDULER', 'FORCED_SCHEDULER'),
    offsets,
    every: fc.constantFrom(20, 55),
    long: fc.constantFrom(1, 10, 20),
    actions: fc.tuple(onOff, onOff),
    callbackValue: fc.constantFrom(0, 100),
  })
  .map(({ template, offsets, every, long, actions, callbackValue }) => {
    const clock = (minute: number, second: string) =>
      `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:${second}`
    const intervals = Array.from({ length: Math.floor(1440 / every) }, (_, k) => ({
      startTime: clock(k * every, '00'),
      endTime: clock(k * every + long - 1, '59'),
      action: actions[k % 2]!,
    }))
    return parse({
      ...envelope,
      template,
      offsets,
      interfaces: [fan],
      inputs: { outputs: ['21'], lines: [{ weekdays: [0, 1, 2, 3, 4, 5, 6], intervals }], callbackValue },
    })
  })

const instant = fc.integer({ min: 0, max: SECONDS }).map(second => START + second * 1000)
const readingOf = (interfaceId: string) =>
  fc.record({
    kind: fc.constant('READING' as const),
    ts: instant,
    interfaceId: fc.constant(interfaceId),
    seq: fc.constant(0),
    value: fc.constantFrom(18, 19.5, 20, 20.5, 21, 22, 23, 24, 25),
    good: fc.constantFrom(true, true, true, true, false),
  })

/** Bursts of regular samples between silences. */
const burst = (interfaceId: string) =>
  fc
    .tuple(readingOf(interfaceId), fc.constantFrom(1, 10, 60, 100), fc.integer({ min: 1, max: 40 }))
    .map(([first, seconds, count]) =>
      Array.from({ length: count }, (_, k) => ({ ...first, ts: first.ts + k * seconds * 1000 })).filter(
        input => input.ts <= START + SECONDS * 1000,
      ),
    )

/** One reading of an interface at an instant, in order. */
const inOrder = (inputs: readonly Input[]): Input[] => {
  const seen = new Set<string>()
  return inputs.toSorted(order).filter(input => {
    if (input.kind !== 'READING') return true
    const key = `${input.ts}:${input.interfaceId}`
    return !seen.has(key) && seen.add(key)
  })
}

export const readings = (...interfaceIds: string[]) =>
  fc.tuple(...interfaceIds.map(id => fc.array(burst(id), { minLength: 1, maxLength: 12 }))).map(all => inOrder(all.flat(2)))

const commands = fc.array(
  fc.record({
    kind: fc.constant('COMMAND' as const),
    ts: instant,
    interfaceId: fc.constant('21'),
    value: fc.constantFrom(0, 35, 100),
    hold: fc.constantFrom(0, 90_000, 1_800_000),
  }),
  { maxLength: 4 },
)

/** An alarm, or another rule, that takes the output and gives it back. */
const takeovers = fc.array(
  fc.record({
    kind: fc.constant('COMMAND' as const),
    ts: instant,
    interfaceId: fc.constant('21'),
    value: fc.constantFrom(0, 35, 100, null),
    hold: fc.constantFrom(0, NEVER),
    by: fc.constantFrom('alarm', 'forced', 'control'),
  }),
  { maxLength: 4 },
)

/** What happens to a rule that has its outputs alone. */
export const histories = fc
  .tuple(
    readings('11', '12', '13', '21'),
    commands,
    fc.array(
      instant.chain(ts =>
        fc.constantFrom<Input>(
          { kind: 'CONFIG', ts, terminal: { silent: true } },
          { kind: 'CONFIG', ts, restart: { gap: 5_000 } },
          { kind: 'CONFIG', ts, restart: { gap: 3_600_000 } },
          { kind: 'CONFIG', ts, outputs: [{ interfaceId: '21', value: null }] },
          { kind: 'CONFIG', ts, unwritten: ['21'] },
          { kind: 'TIMER', ts },
        ),
      ),
      { maxLength: 6 },
    ),
  )
  .map(all => all.flat().toSorted(order))

/** Everything that can happen to a rule. */
export const contestedHistories = fc.tuple(histories, takeovers).map(all => all.flat().toSorted(order))

export const bodies: fc.Arbitrary<RuleBody> = fc.oneof(
  thermostats,
  doubles,
  proportionals,
  cycles,
  alarms,
  clouds,
  actuations,
  schedulers,
)
