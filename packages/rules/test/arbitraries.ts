import fc from 'fast-check'
import { RuleBody } from '@steading/contract/rulebody'
import type { BodyOf, RuleBodyInput } from '@steading/contract/rulebody'
import { order } from '../src/input.ts'
import type { Input } from '../src/input.ts'

/** Random rules and random lives of a farm, small enough that instants collide and limits are met. */

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
        one => one.ts <= START + SECONDS * 1000,
      ),
    )

/** One reading of an interface at an instant, in order. */
const inOrder = (inputs: readonly Input[]): Input[] => {
  const seen = new Set<string>()
  return inputs.toSorted(order).filter(one => {
    if (one.kind !== 'READING') return true
    const key = `${one.ts}:${one.interfaceId}`
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

/** Everything that can happen to a rule. */
export const lives = fc
  .tuple(
    readings('11', '12', '13'),
    commands,
    fc.array(
      instant.chain(ts =>
        fc.constantFrom<Input>(
          { kind: 'CONFIG', ts, terminal: { silent: true } },
          { kind: 'CONFIG', ts, restart: { gap: 5_000 } },
          { kind: 'CONFIG', ts, restart: { gap: 3_600_000 } },
          { kind: 'CONFIG', ts, outputs: [{ interfaceId: '21', value: null }] },
          { kind: 'TIMER', ts },
        ),
      ),
      { maxLength: 6 },
    ),
  )
  .map(([read, commanded, others]) => [...read, ...commanded, ...others].toSorted(order))

export const bodies: fc.Arbitrary<RuleBody> = fc.oneof(thermostats, proportionals, alarms)
