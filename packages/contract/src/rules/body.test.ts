import { describe, expect, it } from 'vitest'
import { RULE_BODY_ERRORS, RuleBody } from './body.ts'

const envelope = { id: '1', version: 1, timeZone: 'Europe/Lisbon' }
const temperature = { id: '11', dataType: 'DECIMAL', kind: 'GAUGE' } as const
const relay = { id: '21', dataType: 'BOOLEAN', kind: 'COMMAND' } as const
const fan = { id: '22', dataType: 'INTEGER', kind: 'COMMAND' } as const
const door = { id: '12', dataType: 'BOOLEAN', kind: 'STATE' } as const
const interfaces = [temperature, relay, fan, door]

const thermostat = (inputs: object) => {
  const all = { sensors: ['11'], outputs: ['21'], mode: 'COOL', ...inputs }
  return { ...envelope, template: 'THERMOSTAT', interfaces, inputs: all }
}
const proportional = (inputs: object) => {
  const all = { sensors: ['11'], outputs: ['22'], mode: 'COOL', ...inputs }
  return { ...envelope, template: 'PROPORTIONAL', interfaces, inputs: all }
}
const alarm = (line: object) => {
  const lines = [{ interfaceId: '11', logicOperator: 'GREATER', inputValue: 30, ...line }]
  return { ...envelope, template: 'ALARM_WITHOUT_ACTUATION', interfaces, inputs: { lines }, event: { severityLevel: 'MAJOR' } }
}

const heater = { id: '23', dataType: 'BOOLEAN', kind: 'COMMAND' } as const
const offsets = [{ from: 0, minutes: 0 }]
const double = (inputs: object) => {
  const all = { sensors: ['11'], heatOutputs: ['23'], coolOutputs: ['21'], ...inputs }
  return { ...envelope, template: 'DOUBLE_THERMOSTAT', interfaces: [...interfaces, heater], inputs: all }
}
const cycle = (template: string, points: object, over: object = {}, inputs: object = {}) => {
  const all = {
    preCycle: { date: '2026-04-04', ...points },
    dayOne: { date: '2026-04-06', ...points },
    days: [{ day: 7, ...points }],
    lastDay: { day: 35, ...points },
    ...over,
  }
  return {
    ...envelope,
    template,
    offsets,
    interfaces: [...interfaces, heater],
    inputs: { sensors: ['11'], cycle: all, ...inputs },
  }
}
const cycleThermostat = (over: object = {}) =>
  cycle('CYCLE_THERMOSTAT', { setPoint: 30 }, over, { outputs: ['21'], mode: 'HEAT' })
const cycleDouble = (over: object = {}) =>
  cycle('CYCLE_DOUBLE_THERMOSTAT', { heatSetPoint: 20, coolSetPoint: 24 }, over, { heatOutputs: ['23'], coolOutputs: ['21'] })
const cycleProportional = (over: object = {}) =>
  cycle('CYCLE_PROPORTIONAL', { setPoint: 30, minOutput: 10 }, over, { outputs: ['22'], mode: 'COOL' })
const cloud = (line: object, of: object = {}) => ({
  ...alarm({}),
  template: 'CLOUD_ALARM',
  offsets,
  interfaces: interfaces.map(item => ({ ...item, terminalId: '5' })),
  inputs: { lines: [{ interfaceId: '11', logicOperator: 'GREATER', inputValue: 30, ...line }] },
  ...of,
})
const slot = (startTime: string, endTime: string, more: object = {}) => ({ startTime, endTime, action: true, ...more })
const schedule = (intervals: object[], inputs: object = {}, of: object = {}) => ({
  ...envelope,
  template: 'SCHEDULER',
  offsets,
  interfaces: [...interfaces, heater],
  inputs: { outputs: ['21', '23'], lines: [{ weekdays: [0, 1], intervals }], callbackValue: false, ...inputs },
  ...of,
})
const switching = (inputs: object) => {
  const { inputs: lines, ...of } = alarm({})
  return { ...of, template: 'ALARM_WITH_ACTUATION', inputs: { ...lines, outputs: ['21'], ...inputs } }
}
const cyclical = (line: object) => {
  const dates = { cycleStartDate: '2026-04-06', cycleEndDate: '2026-05-18' }
  const all = [{ day: 0, logicOperator: 'GREATER', action: 34 }]
  return cloud({ logicOperator: undefined, inputValue: undefined, isCyclical: true, ...dates, cycle: all, ...line })
}
const entry = (day: number, more: object = {}) => ({ day, logicOperator: 'GREATER', action: 34, ...more })

/** Messages of the issues, each with its path. */
const issues = (body: unknown): string[] =>
  RuleBody.safeParse(body).error?.issues.map(issue => `${issue.path.join('.')} ${issue.message}`) ?? []

describe('a rule body', () => {
  it('fills in the defaults of its template', () => {
    expect(RuleBody.parse(thermostat({})).inputs).toMatchObject({
      aggregation: 'AVG',
      staleAfter: 300,
      setPoint: 24,
      differential: 1,
      minOn: 60,
      minOff: 60,
      reference: 'FIXED',
      offset: 5,
      spMin: 10,
      spMax: 35,
    })
    expect(RuleBody.parse(proportional({})).inputs).toMatchObject({
      setPoint: 22,
      band: 4,
      maxOutput: 100,
      step: 1,
      maxSlew: 0,
      minSpeed: 0,
      cycleTime: 0,
    })
    expect(RuleBody.parse(alarm({}))).toMatchObject({
      inputs: { lines: [{ permanenceTime: '00:00', repetitionTime: '00:00', notificationLimit: 3 }], lineLogic: 'ANY' },
      event: { status: 'OPEN', ruleDelay: 0 },
      autoClose: true,
    })
    expect(RuleBody.parse(double({})).inputs).toMatchObject({
      heatSetPoint: 18,
      heatDifferential: 1,
      coolSetPoint: 24,
      coolDifferential: 1,
      changeOver: 60,
      safeValue: true,
    })
    expect(RuleBody.parse(cycleThermostat()).inputs).toMatchObject({
      interpolation: 'LINEAR',
      cycle: { preCycle: { differential: 1 }, lastDay: { differential: 1 } },
    })
    expect(RuleBody.parse(cycleProportional()).inputs).toMatchObject({ cycle: { dayOne: { band: 4, maxOutput: 100 } } })
    const notification = { permanenceTime: '00:10', repetitionTime: '00:00', notificationLimit: 3 }
    expect(RuleBody.parse(cloud({}))).toMatchObject({ inputs: { lines: [notification], lineLogic: 'ANY' }, autoClose: true })
    expect(RuleBody.parse(cyclical({}))).toMatchObject({ inputs: { lines: [notification] } })
  })

  it('answers canonical operators', () => {
    expect(RuleBody.parse(alarm({ logicOperator: 'MINOROREQUAL' }))).toMatchObject({
      inputs: { lines: [{ logicOperator: 'LESS_EQUAL' }] },
    })
  })

  const outOfBounds: [string, unknown][] = [
    ['setPoint', thermostat({ setPoint: 60.5 })],
    ['setPoint', thermostat({ setPoint: -20.5 })],
    ['differential', thermostat({ differential: 0.05 })],
    ['differential', thermostat({ differential: 10.5 })],
    ['minOn', thermostat({ minOn: 3601 })],
    ['minOff', thermostat({ minOff: -1 })],
    ['staleAfter', thermostat({ staleAfter: 59 })],
    ['staleAfter', thermostat({ staleAfter: 3601 })],
    ['offset', thermostat({ offset: 21 })],
    ['sensors', thermostat({ sensors: [] })],
    ['sensors', thermostat({ sensors: Array.from({ length: 9 }, (_, k) => String(k + 1)) })],
    ['band', proportional({ band: 0.4 })],
    ['band', proportional({ band: 21 })],
    ['step', proportional({ step: 21 })],
    ['cycleTime', proportional({ cycleTime: 59 })],
    ['cycleTime', proportional({ cycleTime: 901 })],
    ['minOutput', proportional({ minOutput: 10.5 })],
    ['permanenceTime', alarm({ permanenceTime: '24:00' })],
    ['repetitionTime', alarm({ repetitionTime: '1:00' })],
    ['notificationLimit', alarm({ notificationLimit: -1 })],
    ['changeOver', double({ changeOver: 901 })],
    ['coolDifferential', double({ coolDifferential: 0 })],
    ['heatSetPoint', double({ heatSetPoint: -20.5 })],
    ['lastDay.setPoint', cycleThermostat({ lastDay: { day: 35 } })],
    ['lastDay.minOutput', cycleProportional({ lastDay: { day: 35, setPoint: 20 } })],
    ['lastDay.day', cycleThermostat({ days: [], lastDay: { day: 1, setPoint: 20 } })],
    ['days.0.day', cycleThermostat({ days: [{ day: 1, setPoint: 20 }] })],
    [
      'dayOne.date',
      cycleThermostat({ dayOne: { date: '2026-02-30', setPoint: 20 }, preCycle: { date: '2026-02-01', setPoint: 20 } }),
    ],
    ['notificationLimit', cloud({ notificationLimit: 0 })],
    ['inputValue', cloud({ inputValue: undefined })],
    ['inputValue', alarm({ inputValue: 1e308 })],
    ['reference.0.value', alarm({ relativeTo: 'CURVE', reference: [{ from: 0, value: -1e308 }] })],
    ['action', cyclical({ cycle: [entry(0, { action: 1e308 })] })],
    ['cycleEndDate', cyclical({ cycleEndDate: undefined })],
    ['cycle', cyclical({ cycle: [] })],
    ['day', cyclical({ cycle: [entry(-1)] })],
    ['logicOperator', cyclical({ cycle: [entry(0, { logicOperator: 'ABOVE' })] })],
  ]
  it.each(outOfBounds)('keeps the bounds of %s', (name, body) => {
    const found = issues(body)
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(name)
  })

  const crossed: [string, unknown][] = [
    ['interfaces.4 DUPLICATE_INTERFACE', { ...thermostat({}), interfaces: [...interfaces, temperature] }],
    ['inputs.sensors.1 DUPLICATE_INTERFACE', thermostat({ sensors: ['11', '11'] })],
    ['inputs.setPointOut DUPLICATE_INTERFACE', proportional({ setPointOut: '22' })],
    ['inputs.sensors.0 INTERFACE_NOT_LISTED', thermostat({ sensors: ['99'] })],
    ['inputs.lines.0.interfaceId INTERFACE_NOT_LISTED', alarm({ interfaceId: '99' })],
    ['inputs.sensors.0 SENSOR_NOT_NUMERIC', thermostat({ sensors: ['12'] })],
    ['inputs.outputs.0 OUTPUT_NOT_WRITABLE', thermostat({ outputs: ['12'] })],
    ['inputs.outputs.0 OUTPUT_NOT_BOOLEAN', thermostat({ outputs: ['22'] })],
    ['inputs.outputs.0 OUTPUT_NOT_NUMERIC', proportional({ outputs: ['21'] })],
    ['inputs.setPointOut OUTPUT_NOT_NUMERIC', proportional({ setPointOut: '21' })],
    ['inputs.maxOutput OUTPUT_RANGE_EMPTY', proportional({ minOutput: 50, maxOutput: 40 })],
    ['inputs.maxOutput OUTPUT_RANGE_EMPTY', proportional({ maxOutput: 9 })],
    ['inputs.safeValue SAFE_VALUE_HEATS', thermostat({ mode: 'HEAT', safeValue: true })],
    ['inputs.safeValue SAFE_VALUE_HEATS', proportional({ mode: 'HEAT', safeValue: 1 })],
    ['inputs.refSensor REFERENCE_SENSOR_MISSING', thermostat({ reference: 'SENSOR' })],
    ['inputs.spMax SET_POINT_RANGE_EMPTY', thermostat({ spMin: 30, spMax: 20 })],
    [
      'inputs.lines.0.logicOperator OPERATOR_NOT_ALLOWED',
      alarm({ interfaceId: '12', logicOperator: 'NOT_EQUAL', inputValue: true }),
    ],
    ['inputs.lines.0.inputValue VALUE_NOT_COMPARABLE', alarm({ inputValue: true })],
    [
      'inputs.lines.0.inputValue VALUE_NOT_COMPARABLE',
      alarm({ interfaceId: '21', logicOperator: 'NOT_EQUAL', inputValue: true }),
    ],
    ['inputs.lines.0.reference REFERENCE_MISSING', alarm({ relativeTo: 'CURVE' })],
    [
      'inputs.lines.0.reference.0.value REFERENCE_NOT_POSITIVE',
      alarm({ relativeTo: 'CAPACITY', reference: [{ from: 0, value: 0 }] }),
    ],
    [
      'inputs.lines.0.reference.0.value REFERENCE_NOT_POSITIVE',
      alarm({ relativeTo: 'CURVE', percent: true, reference: [{ from: 0, value: -1 }] }),
    ],
    [
      'inputs.lines.0.reference CYCLE_DAYS_NOT_ASCENDING',
      alarm({
        relativeTo: 'CURVE',
        reference: [
          { from: 5, value: 1 },
          { from: 5, value: 2 },
        ],
      }),
    ],
    ['inputs.lines.0.reference REFERENCE_NOT_EXPECTED', alarm({ reference: [{ from: 0, value: 1 }] })],
    [
      'inputs.lines.0.relativeTo REFERENCE_NOT_EXPECTED',
      alarm({ interfaceId: '21', inputValue: 0, relativeTo: 'CAPACITY', reference: [{ from: 0, value: 1 }] }),
    ],
  ]
  const crossedByDay: [string, unknown][] = [
    ['inputs.coolSetPoint SET_POINTS_CROSSED', double({ heatSetPoint: 20, coolSetPoint: 19 })],
    ['inputs.coolOutputs.0 DUPLICATE_INTERFACE', double({ coolOutputs: ['23'] })],
    ['inputs.coolSetPointOut DUPLICATE_INTERFACE', double({ heatSetPointOut: '22', coolSetPointOut: '22' })],
    ['inputs.heatOutputs.0 OUTPUT_NOT_BOOLEAN', double({ heatOutputs: ['22'] })],
    ['inputs.cycle.preCycle.date PRE_CYCLE_AFTER_DAY_ONE', cycleThermostat({ preCycle: { date: '2026-04-07', setPoint: 30 } })],
    ['inputs.cycle.days.1.day CYCLE_DAYS_NOT_ASCENDING', cycleThermostat({ days: [7, 7].map(day => ({ day, setPoint: 30 })) })],
    ['inputs.cycle.days.0.day CYCLE_DAY_OUTSIDE', cycleThermostat({ days: [{ day: 35, setPoint: 30 }] })],
    [
      'inputs.cycle.lastDay.coolSetPoint SET_POINTS_CROSSED',
      cycleDouble({ lastDay: { day: 35, heatSetPoint: 20, coolSetPoint: 19 } }),
    ],
    [
      'inputs.cycle.days.0.maxOutput OUTPUT_RANGE_EMPTY',
      cycleProportional({ days: [{ day: 7, setPoint: 30, minOutput: 50, maxOutput: 40 }] }),
    ],
    ['offsets OFFSETS_NOT_ASCENDING', { ...cycleThermostat(), offsets: [{ from: 1, minutes: 0 }] }],
    ['offsets OFFSETS_NOT_ASCENDING', { ...cycleDouble(), offsets: [{ from: 1, minutes: 0 }] }],
    ['offsets OFFSETS_NOT_ASCENDING', { ...cycleProportional(), offsets: [{ from: 1, minutes: 0 }] }],
    ['offsets OFFSETS_NOT_ASCENDING', cloud({}, { offsets: [...offsets, ...offsets] })],
    ['interfaces.0.terminalId TERMINAL_MISSING', cloud({}, { interfaces: [temperature] })],
    ['inputs.lines.0.inputValue VALUE_NOT_COMPARABLE', cloud({ inputValue: true })],
    ['inputs.lines.0.cycleEndDate CYCLE_ENDS_BEFORE_START', cyclical({ cycleEndDate: '2026-04-05' })],
    ['inputs.lines.0.cycle.1.day CYCLE_DAYS_DESCENDING', cyclical({ cycle: [entry(7), entry(6)] })],
    ['inputs.lines.0.cycle.0.day CYCLE_DAY_OUTSIDE', cyclical({ cycle: [entry(43)] })],
    ['inputs.lines.0.cycle.0.action VALUE_NOT_COMPARABLE', cyclical({ cycle: [entry(0, { action: true })] })],
    [
      'inputs.lines.0.cycle.0.logicOperator OPERATOR_NOT_ALLOWED',
      cyclical({ interfaceId: '12', cycle: [entry(0, { logicOperator: 'NOT_EQUAL', action: true })] }),
    ],
    ['inputs.lines.0.reference REFERENCE_MISSING', cyclical({ relativeTo: 'CURVE' })],
  ]
  it.each([...crossed, ...crossedByDay])('refuses %s', (issue, body) => {
    expect(issues(body)).toEqual([issue])
  })

  it('refuses what a box would not take in one piece', () => {
    const reference = Array.from({ length: 800 }, (_, k) => ({ from: k, value: 1_000_000.123456 + k }))
    const body = alarm({})
    const lines = Array.from({ length: 3 }, () => Object.assign({}, body.inputs.lines[0], { relativeTo: 'CURVE', reference }))
    expect(issues({ ...body, inputs: { lines } })).toEqual([' BODY_TOO_LARGE'])
  })

  const morning = slot('06:00:00', '11:59:59')
  const crossedByClock: [string, unknown][] = [
    ['offsets OFFSETS_NOT_ASCENDING', schedule([morning], {}, { offsets: [...offsets, ...offsets] })],
    ['inputs.lines.0.intervals.0.endTime INTERVAL_ENDS_EARLY', schedule([slot('22:00:00', '02:00:00')])],
    ['inputs.lines.0.intervals.0.action ACTION_OF_OTHER_TYPE', schedule([slot('06:00:00', '07:00:00', { action: 1 })])],
    ['inputs.lines.0.intervals.0.interfaceId INTERVAL_OUTPUT_UNKNOWN', schedule([{ ...morning, interfaceId: '22' }])],
    ['inputs.lines.0.intervals.1.startTime INTERVALS_OVERLAP', schedule([morning, slot('11:59:59', '13:00:00')])],
    [
      'inputs.lines.0.intervals.1.startTime INTERVALS_OVERLAP',
      schedule([morning, slot('07:00:00', '08:00:00', { interfaceId: '23' })]),
    ],
    [
      'inputs.lines.1.intervals.0.startTime INTERVALS_OVERLAP',
      schedule([], {
        lines: [
          { weekdays: [0, 1], intervals: [morning] },
          { weekdays: [1, 2], intervals: [morning] },
        ],
      }),
    ],
    [
      'inputs.lines.0.intervals.0.startTime INTERVALS_OVERLAP',
      schedule([], { lines: [{ weekdays: [3, 3], intervals: [morning] }] }),
    ],
    ['inputs.outputs.0 OUTPUT_NOT_WRITABLE', schedule([{ ...morning, interfaceId: '23' }], { outputs: ['12', '23'] })],
    ['inputs.outputs.0 OUTPUT_NOT_BOOLEAN', schedule([morning], { outputs: ['22'] })],
    [
      'inputs.outputs.0 OUTPUT_NOT_NUMERIC',
      schedule([slot('06:00:00', '07:00:00', { action: 40 })], { outputs: ['21'], callbackValue: 0 }),
    ],
    ['inputs.offValue ACTION_OF_OTHER_TYPE', switching({ offValue: 0 })],
    ['inputs.outputs.0 OUTPUT_NOT_BOOLEAN', switching({ outputs: ['22'] })],
    ['inputs.lines.0.interfaceId INTERFACE_NOT_LISTED', switching({ lines: alarm({ interfaceId: '99' }).inputs.lines })],
  ]
  it.each(crossedByClock)('refuses %s', (issue, body) => {
    expect(issues(body)).toEqual([issue])
  })

  it('takes intervals side by side: after one another, on other days, on other outputs', () => {
    const beside = [
      schedule([morning, slot('12:00:00', '23:59:59')]),
      schedule([
        { ...morning, interfaceId: '21' },
        { ...morning, interfaceId: '23' },
      ]),
      schedule([], { lines: [0, 1].map(day => ({ weekdays: [day], intervals: [morning] })) }),
      schedule([slot('06:00:00', '06:00:00')], {}, { template: 'FORCED_SCHEDULER' }),
      switching({ outputs: ['22'], onValue: 100, offValue: 0 }),
    ]
    expect(beside.flatMap(issues)).toEqual([])
  })

  it('has a case here for every code', () => {
    const seen = new Set([...crossed, ...crossedByDay, ...crossedByClock].map(([issue]) => issue.split(' ')[1]))
    expect(RULE_BODY_ERRORS.filter(code => !seen.has(code))).toEqual(['BODY_TOO_LARGE'])
  })

  it('takes several days of equal number in a limit by date, of which the last counts', () => {
    expect(issues(cyclical({ cycle: [entry(0), entry(7), entry(7), entry(42)] }))).toEqual([])
  })

  it('feedback minus command is a number, also where both are on or off', () => {
    expect(issues(alarm({ interfaceId: '21', logicOperator: 'NOT_EQUAL', inputValue: 0 }))).toEqual([])
  })
})
