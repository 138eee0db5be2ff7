import type { RuleTemplate } from '@steading/contract/rules/body'
import type { Random } from '../chaos/random.ts'

/** What a random rule reads and writes. */

const gauge = (id: string, random: Random): object => ({
  id,
  dataType: 'DECIMAL',
  kind: 'GAUGE',
  every: random.one([0, 60, 1800, 3600, 3600]),
})
const relay = (id: string) => ({ id, dataType: 'BOOLEAN', kind: 'COMMAND' })
const level = (id: string) => ({ id, dataType: 'INTEGER', kind: 'COMMAND' })
const commandOutput = (id: string, random: Random) => ({
  id,
  dataType: random.one(['DECIMAL', 'INTEGER']),
  kind: 'COMMAND',
  decimals: random.whole(0, 2),
})
const maybe = (random: Random, share: number, more: object) => (random.chance(share) ? more : {})

/** What stays the same when the rule is changed: sensors, outputs and where they are. */
export interface Wiring {
  readonly template: RuleTemplate
  readonly interfaces: readonly object[]
  readonly sensors: readonly string[]
  readonly outputs: readonly string[]
  readonly others: Readonly<Record<string, unknown>>
}

export function wiringFor(random: Random, template: RuleTemplate): Wiring {
  const sensors = ['11', '12', '13'].slice(0, random.one([1, 1, 2, 3]))
  const outputs = ['21', '22'].slice(0, random.one([1, 1, 2]))
  const gauges = sensors.map(id => gauge(id, random))
  const base = { template, sensors, outputs }
  const setPoint = random.chance(0.3)
  switch (template) {
    case 'THERMOSTAT':
    case 'CYCLE_THERMOSTAT': {
      const follows = template === 'THERMOSTAT' && random.chance(0.5)
      return {
        ...base,
        interfaces: [...gauges, gauge('14', random), ...outputs.map(relay), commandOutput('31', random)],
        others: {
          ...(setPoint && { setPointOut: '31' }),
          ...(template === 'THERMOSTAT' && { reference: follows ? 'SENSOR' : 'FIXED', ...(follows && { refSensor: '14' }) }),
        },
      }
    }
    case 'DOUBLE_THERMOSTAT':
    case 'CYCLE_DOUBLE_THERMOSTAT':
      return {
        ...base,
        interfaces: [...gauges, ...['21', '22', '23', '24'].map(relay), commandOutput('31', random), commandOutput('32', random)],
        others: {
          heatOutputs: random.chance(0.3) ? ['22', '24'] : ['22'],
          coolOutputs: random.chance(0.3) ? ['21', '23'] : ['21'],
          ...maybe(random, 0.2, { heatSetPointOut: '31' }),
          ...maybe(random, 0.2, { coolSetPointOut: '32' }),
        },
      }
    case 'PROPORTIONAL':
    case 'CYCLE_PROPORTIONAL':
      return {
        ...base,
        interfaces: [...gauges, ...outputs.map(level), commandOutput('31', random)],
        others: { ...(setPoint && { setPointOut: '31' }) },
      }
    case 'SCHEDULER':
    case 'FORCED_SCHEDULER': {
      const levels = random.chance(0.5)
      return { ...base, sensors: [], interfaces: outputs.map(levels ? level : relay), others: { levels } }
    }
    case 'ALARM_WITHOUT_ACTUATION':
    case 'ALARM_WITH_ACTUATION':
    case 'CLOUD_ALARM':
      return alarmWiring(random, template, gauges)
  }
}

function alarmWiring(random: Random, template: RuleTemplate, gauges: readonly object[]): Wiring {
  const terminals = ['1', '2', '3']
  const watched = [
    ...gauges,
    { id: '15', dataType: 'BOOLEAN', kind: 'STATE' },
    { id: '16', dataType: 'STRING', kind: 'STATE' },
    {
      id: '17',
      dataType: 'DECIMAL',
      kind: 'COUNTER',
      every: random.one([60, 600]),
      ...maybe(random, 0.7, { maxRate: 100, ...maybe(random, 0.7, { modulus: 1000 }) }),
    },
    level('25'),
  ] as readonly (object & { readonly id: string })[]
  const count = random.one([1, 1, 2, 3])
  const lines = Array.from({ length: count }, () => random.one(random.chance(0.6) ? gauges : watched)) as { id: string }[] // safe: made above
  const at = template === 'CLOUD_ALARM' ? () => ({ terminalId: random.one(terminals) }) : () => ({})
  const levels = random.chance(0.5)
  const outputs = template === 'ALARM_WITH_ACTUATION' ? ['21'] : []
  const others = outputs.length > 0 ? ['21', '22'] : []
  return {
    template,
    interfaces: [...watched.map(one => ({ ...one, ...at() })), ...others.map(levels ? level : relay)],
    sensors: lines.map(line => line.id),
    outputs,
    others: { levels },
  }
}
