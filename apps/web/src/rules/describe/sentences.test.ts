import { type RuleBodyInput, RuleBody } from '@steading/contract/rules/body'
import { expect, test } from 'vitest'
import { envelope, known, plain, describe as control, specs, t } from './body.sample.ts'
import { chartLimits } from './conditions/chartLimits.ts'
import { alarmConditions } from './conditions/alarmConditions.ts'

type Line = Extract<RuleBodyInput, { template: 'ALARM_WITHOUT_ACTUATION' }>['inputs']['lines'][number]

function alarm(...lines: Line[]) {
  const body = RuleBody.parse({
    ...envelope,
    template: 'ALARM_WITHOUT_ACTUATION',
    interfaces: [...new Set(lines.map(line => line.interfaceId))].map(id => specs[id as keyof typeof specs]), // safe: the ids above
    inputs: { lines },
    event: { severityLevel: 'CRITICAL' },
  })
  if (body.template !== 'ALARM_WITHOUT_ACTUATION') throw new Error('not an alarm')
  return body
}

const sentenceOf = (line: Line, severityLevel: 'MAJOR' | 'CRITICAL' = 'MAJOR') => {
  const body = alarm(line)
  return alarmConditions({ ...body, event: { ...body.event, severityLevel } }, known, t, 0)[0]
}

const tenMinutes = { permanenceTime: '00:10' }
const reference = [{ from: 0, value: 1 }]
test.each<[string, Line]>([
  ['Temperature above 26.0 °C for 10 min', { interfaceId: '1', logicOperator: 'GREATER', inputValue: 26, ...tenMinutes }],
  ['Temperature above 21.18 °C', { interfaceId: '1', logicOperator: 'GREATER', inputValue: 21.18 }],
  ['Temperature at or below 4.5 °C', { interfaceId: '1', logicOperator: 'LESS_EQUAL', inputValue: 4.5 }],
  ['Water meter equal to 0 L/h for 1 h', { interfaceId: '3', logicOperator: 'EQUAL', inputValue: 0, permanenceTime: '01:00' }],
  ['Mains: “Power failure” for 1 min', { interfaceId: '4', logicOperator: 'EQUAL', inputValue: false, permanenceTime: '00:01' }],
  [
    'Temperature above age curve +4.0 °C for 10 min',
    { interfaceId: '1', logicOperator: 'GREATER', inputValue: 4, relativeTo: 'CURVE', reference, ...tenMinutes },
  ],
  [
    'Silo below 10 % of the capacity for 10 min',
    { interfaceId: '5', logicOperator: 'LESS', inputValue: 10, relativeTo: 'CAPACITY', percent: true, reference, ...tenMinutes },
  ],
  [
    'Fans: feedback does not match command for 10 min',
    { interfaceId: '6', logicOperator: 'NOT_EQUAL', inputValue: 0, ...tenMinutes },
  ],
])('%s', (words, line) => expect(plain(sentenceOf(line)?.words ?? '')).toBe(words))

test('no limit silences a critical alarm: after it more people are told', () => {
  const line = { interfaceId: '1', logicOperator: 'GREATER', inputValue: 26, repetitionTime: '00:30' } as const
  const more = 'repeats every 30 min until cleared; escalates after 3 notifications'
  expect(sentenceOf(line, 'CRITICAL')?.repetition).toBe(more)
  expect(sentenceOf({ ...line, notificationLimit: 1 }, 'CRITICAL')?.repetition).toBe(
    more.replace('3 notifications', '1 notification'),
  )
})

test('how often people are told', () => {
  const line = { interfaceId: '1', logicOperator: 'GREATER', inputValue: 26 } as const
  expect(sentenceOf(line)?.repetition).toBe('one notification only')
  expect(sentenceOf({ ...line, repetitionTime: '00:30', notificationLimit: 1 })?.repetition).toBe('one notification only')
  expect(sentenceOf({ ...line, repetitionTime: '00:30' })?.repetition).toBe('repeats every 30 min, at most 3 times')
  expect(sentenceOf({ ...line, repetitionTime: '00:30', notificationLimit: 0 })?.repetition).toBe(
    'repeats every 30 min until cleared',
  )
})

test('a thermostat switches a differential away from its set point, up when cooling, down when heating', () => {
  const thermostat = (mode: 'COOL' | 'HEAT', setPoint: number, differential: number, rest: number) =>
    control({
      ...envelope,
      template: 'THERMOSTAT',
      interfaces: [specs[1], specs[7]],
      inputs: { sensors: ['1'], outputs: ['7'], mode, setPoint, differential, minOn: rest, minOff: rest },
    })
  const cools = thermostat('COOL', 25, 1, 60)
  expect(cools.sentences[0]).toBe('Switches on when the temperature rises to 26.0 °C, and off when it falls back to 25.0 °C.')
  expect(cools.sentences).toContain('Uses Temperature.')
  expect(cools.sentences.at(-1)).toContain('fail-safe value is applied: On.')
  expect(cools.limits.get('1')?.map(limit => limit.value)).toEqual([25, 26])
  const heats = thermostat('HEAT', 20, 0.5, 0)
  expect(heats.sentences[0]).toBe('Switches on when the temperature falls to 19.5 °C, and off when it rises back to 20.0 °C.')
  expect(heats.sentences.at(-1)).toContain('fail-safe value is applied: Off.')
  expect(heats.sentences.some(sentence => sentence.startsWith('Minimum on time'))).toBe(false)
})

test('a set point that follows a sensor is no line on a chart; how far from it the rule switches is said', () => {
  const follows = (mode: 'COOL' | 'HEAT') =>
    control({
      ...envelope,
      template: 'THERMOSTAT',
      interfaces: [specs[1], specs[7], specs[8]],
      inputs: { sensors: ['1'], outputs: ['7'], mode, reference: 'SENSOR', refSensor: '8', differential: 1.5 },
    })
  const { sentences, limits } = follows('COOL')
  expect(sentences[1]).toBe('Cooling: on at 1.5 °C above the setpoint, off at the setpoint.')
  expect(follows('HEAT').sentences[1]).toBe('Heating: on at 1.5 °C below the setpoint, off at the setpoint.')
  expect(sentences[0]).toBe(
    'The setpoint follows Outside: +5.0 °C, limited to 10.0 °C–35.0 °C. If the sensor is unavailable, it is 24.0 °C.',
  )
  expect(limits.size).toBe(0)
})

test('a proportional rule says where it begins and where it gives all it has', () => {
  const { sentences, limits } = control({
    ...envelope,
    template: 'PROPORTIONAL',
    interfaces: [specs[1], specs[2], specs[6]],
    inputs: {
      sensors: ['1', '2'],
      outputs: ['6'],
      mode: 'COOL',
      setPoint: 22,
      band: 4,
      minSpeed: 20,
      cycleTime: 300,
      maxSlew: 10,
    },
  })
  expect(sentences).toEqual([
    'Runs at 10 % up to 22.0 °C, then increases linearly to 100 % at 26.0 °C.',
    'Controls Fans.',
    'Uses the average of Temperature, North.',
    'It changes by at most 10 % per minute.',
    'Below 20 % it runs at 20 % for part of each 5 min cycle.',
    'If no sensor gives a valid reading for 5 min, the fail-safe value is applied: 40 %.',
  ])
  expect([...limits.keys()]).toEqual(['1', '2'])
})

test('limits of an alarm: figures of the sensor itself, on the side where it is one', () => {
  const body = alarm(
    { interfaceId: '1', logicOperator: 'GREATER', inputValue: 30 },
    { interfaceId: '1', logicOperator: 'LESS', inputValue: 10 },
    { interfaceId: '3', logicOperator: 'EQUAL', inputValue: 0 },
    { interfaceId: '5', logicOperator: 'LESS', inputValue: 10, relativeTo: 'CAPACITY', percent: true, reference },
  )
  const limits = chartLimits(body, known, t, 0)
  expect([...limits.keys()]).toEqual(['1', '5'])
  expect(limits.get('1')).toMatchObject([
    { value: 30, side: 'above', tone: 'critical' },
    { value: 10, side: 'below', tone: 'critical' },
  ])
})

const doubled = (inputs: object) =>
  control({
    ...envelope,
    template: 'DOUBLE_THERMOSTAT',
    interfaces: [specs[1], specs[7], specs[10], specs[13]],
    inputs: {
      sensors: ['1'],
      heatOutputs: ['10'],
      coolOutputs: ['7'],
      heatSetPoint: 18,
      heatDifferential: 0.5,
      coolSetPoint: 24,
      coolDifferential: 2,
      changeOver: 90,
      ...inputs,
    },
  })

test('a double thermostat says where it heats, where it cools, and that it never does both', () => {
  const { sentences, limits } = doubled({ coolSetPointOut: '13' })
  expect(sentences).toEqual([
    'Heating switches on at 17.5 °C and off at 18.0 °C; cooling switches on at 26.0 °C and off at 24.0 °C.',
    'Heating and cooling never run together: one starts only after the other has been off for 1 min 30 s.',
    'Heating: Heaters. Cooling: Pads.',
    'Uses Temperature.',
    'Writes the active cooling setpoint to Wanted.',
    'Minimum on time 1 min, minimum off time 1 min.',
    'If no sensor gives a valid reading for 5 min, heating switches off and cooling goes to its fail-safe value: On.',
  ])
  expect(limits.get('1')?.map(limit => [limit.value, limit.dashed === true])).toEqual([
    [17.5, true],
    [18, false],
    [24, false],
    [26, true],
  ])
  const bare = doubled({ changeOver: 0, safeValue: false, heatSetPointOut: '13' }).sentences
  expect(bare).toContain('Heating and cooling never run together.')
  expect(bare).toContain('Writes the active heating setpoint to Wanted.')
  expect(bare.at(-1)).toContain('fail-safe value: Off.')
})

test('an alarm with command says what it switches, each device in its words, and when it lets go', () => {
  const switching = (inputs: object, ruleDelay: number) =>
    control({
      ...envelope,
      template: 'ALARM_WITH_ACTUATION',
      interfaces: [specs[1], specs[7], specs[11], specs[12]],
      inputs: {
        lines: [{ interfaceId: '1', logicOperator: 'GREATER', inputValue: 30 }],
        outputs: ['11', '7', '12'],
        ...inputs,
      },
      event: { severityLevel: 'MAJOR', ruleDelay },
    })
  const { sentences, limits } = switching({ maxOnTime: 5 }, 300)
  expect(sentences).toEqual([
    'Also sends commands as soon as the conditions are met, before the event opens: Siren, Pads: On; Main valve: Open.',
    'When the conditions clear or the event is acknowledged, at the latest after 5 min: Siren, Pads: Off; Main valve: Closed.',
  ])
  expect(limits.get('1')).toMatchObject([{ value: 30, side: 'above', tone: 'major' }])
  expect(switching({ onValue: false, offValue: true }, 0).sentences).toEqual([
    'Also sends commands as soon as the conditions are met: Siren, Pads: Off; Main valve: Closed.',
    'When the conditions clear or the event is acknowledged: Siren, Pads: On; Main valve: Open.',
  ])
})
