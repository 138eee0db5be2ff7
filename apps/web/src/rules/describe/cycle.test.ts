import { type RuleBodyInput, RuleBody } from '@steading/contract/rules/body'
import { expect, test } from 'vitest'
import type { CycleBody } from './cycleAge.ts'
import { at, envelope, offsets, plain, describe, specs, t } from './body.sample.ts'
import { describeCurve } from '../cycle/curve.ts'

const point = (setPoint: number, differential = 1) => ({ setPoint, differential })
const cycle = {
  preCycle: { date: '2026-04-04', ...point(33) },
  dayOne: { date: '2026-04-06', ...point(32) },
  days: [
    { day: 7, ...point(29) },
    { day: 21, ...point(22) },
  ],
  lastDay: { day: 35, ...point(18, 2) },
}
const thermostat = (inputs: object = {}): RuleBodyInput => ({
  ...envelope,
  template: 'CYCLE_THERMOSTAT',
  offsets,
  interfaces: [specs[1], specs[7]],
  inputs: { sensors: ['1'], outputs: ['7'], mode: 'COOL', minOn: 0, minOff: 0, cycle, ...inputs },
})

const parsed = (body: unknown): CycleBody => {
  const found = RuleBody.parse(body)
  if (!found.template.startsWith('CYCLE_')) throw new Error('no curve')
  return found as CycleBody // safe: just checked
}

test.each([
  ['2026-04-03T23:59', 'Inactive until 04-04-2026: its devices stay as they are.', undefined],
  [
    '2026-04-05T12:00',
    'Day one is 06-04-2026; until then the pre-arrival values apply. Switches on when the temperature rises to 34.0 °C, and off when it falls back to 33.0 °C.',
    [33, 34],
  ],
  [
    '2026-04-06T00:00',
    'Today is day 1. Switches on when the temperature rises to 33.0 °C, and off when it falls back to 32.0 °C.',
    [32, 33],
  ],
  [
    '2026-04-15T12:00',
    'Today is day 10. Switches on when the temperature rises to 28.25 °C, and off when it falls back to 27.25 °C.',
    [27.25, 28.25],
  ],
  [
    '2026-06-01T00:00',
    'Today is day 57. Switches on when the temperature rises to 20.0 °C, and off when it falls back to 18.0 °C.',
    [18, 20],
  ],
])('at %s the figures of that age are said', (now, first, figures) => {
  const { sentences, limits } = describe(thermostat(), at(now))
  expect(sentences[0]).toBe(first)
  expect(limits.get('1')?.map(limit => limit.value)).toEqual(figures)
  for (const { words } of limits.get('1') ?? []) expect(words).toMatch(/^Today: /)
  expect(sentences.filter(sentence => sentence.startsWith('Inactive until'))).toHaveLength(1)
})

test('how a curve goes on: evenly or in steps, and no further than its last day', () => {
  const now = at('2026-04-15T12:00')
  expect(describe(thermostat(), now).sentences).toEqual([
    expect.any(String),
    'Values follow animal age and change linearly between the days in the table, hour by hour.',
    'From day 35 the values stay constant.',
    'Inactive until 04-04-2026: its devices stay as they are.',
    'Controls Pads.',
    'Uses Temperature.',
    'If no sensor gives a valid reading for 5 min, the fail-safe value is applied: On.',
  ])
  const { sentences } = describe(thermostat({ interpolation: 'STEP' }), now)
  expect(sentences[0]).toContain('back to 29.0 °C')
  expect(sentences[1]).toBe('Values follow animal age in steps: each applies until the next day in the table.')
})

const twoSided = (heat: number, cool: number) => ({
  heatSetPoint: heat,
  heatDifferential: 1,
  coolSetPoint: cool,
  coolDifferential: 1,
})
const double: RuleBodyInput = {
  ...envelope,
  template: 'CYCLE_DOUBLE_THERMOSTAT',
  offsets,
  interfaces: [specs[1], specs[7], specs[10]],
  inputs: {
    sensors: ['1'],
    heatOutputs: ['10'],
    coolOutputs: ['7'],
    cycle: {
      preCycle: { date: '2026-04-06', ...twoSided(31, 34) },
      dayOne: { date: '2026-04-06', ...twoSided(31, 34) },
      days: [{ day: 14, ...twoSided(25, 28) }],
      lastDay: { day: 35, ...twoSided(17, 21) },
    },
  },
}
const running = (setPoint: number, minOutput: number) => ({ setPoint, minOutput, band: 4 })
const proportional: RuleBodyInput = {
  ...envelope,
  template: 'CYCLE_PROPORTIONAL',
  offsets,
  interfaces: [specs[1], specs[6]],
  inputs: {
    sensors: ['1'],
    outputs: ['6'],
    mode: 'COOL',
    cycle: {
      preCycle: { date: '2026-04-04', ...running(33, 3) },
      dayOne: { date: '2026-04-06', ...running(32, 3) },
      lastDay: { day: 21, ...running(22, 15) },
    },
  },
}

test('a double thermostat and a fan by age say what they do today', () => {
  const both = describe(double, at('2026-04-12T12:00'))
  expect(both.sentences[0]).toBe(
    'Today is day 7. Heating switches on at 27.0 °C and off at 28.0 °C; cooling switches on at 32.0 °C and off at 31.0 °C.',
  )
  expect(both.sentences).toContain('Heating: Heaters. Cooling: Pads.')
  expect(both.limits.get('1')?.map(limit => limit.value)).toEqual([27, 28, 31, 32])
  const fan = describe(proportional, at('2026-04-16T00:00'))
  expect(fan.sentences[0]).toBe('Today is day 11. Runs at 9 % up to 27.0 °C, then increases linearly to 100 % at 31.0 °C.')
  expect(fan.sentences).toContain('Controls Fans.')
  expect(fan.limits.get('1')?.map(limit => limit.value)).toEqual([27, 31])
  const words = [both, fan].flatMap(({ limits }) => limits.get('1') ?? []).map(limit => limit.words)
  expect(words.every(text => text.startsWith('Today: '))).toBe(true)
})

test('the table of a curve has every entry with its date, and today between them', () => {
  const { heads, rows } = describeCurve(parsed(thermostat()), t, at('2026-04-15T12:00'))
  expect(heads).toEqual(['Setpoint', 'Differential'])
  expect(rows.map(({ name, date, figures, today }) => [name, date, ...figures.map(plain), today])).toEqual([
    ['Pre-arrival', '04-04-2026', '33.0 °C', '1.0 °C', false],
    ['Day one', '06-04-2026', '32.0 °C', '1.0 °C', false],
    ['Day 7', '12-04-2026', '29.0 °C', '1.0 °C', false],
    ['Today, day 10', '15-04-2026', '27.25 °C', '1.0 °C', true],
    ['Day 21', '26-04-2026', '22.0 °C', '1.0 °C', false],
    ['Last day, 35', '10-05-2026', '18.0 °C', '2.0 °C', false],
  ])
  const onTheDay = describeCurve(parsed(thermostat()), t, at('2026-04-12T12:00')).rows.map(row => row.name)
  expect(onTheDay.slice(2, 4)).toEqual(['Day 7', 'Today, day 7'])
  const early = describeCurve(parsed(thermostat()), t, at('2026-04-03T12:00'))
  expect(early.rows.some(row => row.today)).toBe(false)
  expect(early.now).toEqual([undefined])
  expect(describeCurve(parsed(thermostat()), t, at('2026-04-05T12:00')).rows[1]).toMatchObject({
    name: 'Today',
    date: '05-04-2026',
  })
  expect(describeCurve(parsed(double), t, 0).rows.map(row => row.name)).toEqual(['Day one', 'Day 14', 'Last day, 35'])
})

const midnight = (date: string) => Date.parse(`${date}T00:00:00Z`)

test('a curve is drawn through its entries by local day, and holds before day one and on the last day', () => {
  const { panes, range, now } = describeCurve(parsed(thermostat()), t, at('2026-04-15T12:00'))
  expect(panes).toHaveLength(1)
  const [line] = panes[0]?.lines ?? []
  expect(line?.times.map((time, k) => [new Date(time).toISOString().slice(5, 16), line.values[k]])).toEqual([
    ['04-04T00:00', 33],
    ['04-05T23:59', 33],
    ['04-06T00:00', 32],
    ['04-12T00:00', 29],
    ['04-26T00:00', 22],
    ['05-10T00:00', 18],
    ['05-11T00:00', 18],
  ])
  expect(line?.steps).toBe(false)
  expect(range).toEqual([midnight('2026-04-04'), midnight('2026-05-11')])
  expect(panes[0]?.marks?.map(mark => mark.at)).toEqual([Date.parse('2026-04-15T12:00Z')])
  expect(now).toEqual(['27.25'])
  const stepped = describeCurve(parsed(thermostat({ interpolation: 'STEP' })), t, at('2026-06-15T12:00'))
  expect(stepped.panes[0]?.lines[0]?.steps).toBe(true)
  expect(stepped.panes[0]?.marks).toBeUndefined()
})

test('temperatures and outputs of a fan by age have panes of their own', () => {
  const { panes } = describeCurve(parsed(proportional), t, 0)
  expect(panes.map(pane => [pane.unit, pane.lines.map(line => line.name)])).toEqual([
    ['°C', ['Setpoint']],
    ['%', ['Minimum output', 'Maximum output']],
  ])
  expect(panes[1]).toMatchObject({ min: 0, max: 100 })
})

const following = (dayOne: string) => ({
  ...cycle,
  followsBatch: true,
  preCycle: { ...cycle.preCycle, date: '2000-01-01' },
  dayOne: { ...cycle.dayOne, date: dayOne },
})

test('says that no batch is open, and what applies until one opens', () => {
  const body = thermostat({ cycle: following('9990-01-01') })
  expect(describe(body, at('2026-04-05T12:00')).sentences.slice(0, 2)).toEqual([
    'No batch is open in this house. The pre-arrival values apply until a batch opens. Switches on when the temperature rises to 34.0 °C, and off when it falls back to 33.0 °C.',
    'The open batch of the house sets day one. Between batches the pre-arrival values apply.',
  ])
})

test('draws a cycle without an open batch as if one opened tomorrow', () => {
  const { rows } = describeCurve(parsed(thermostat({ cycle: following('9990-01-01') })), t, at('2026-04-05T12:00'))
  expect(rows.slice(0, 3).map(({ name, date }) => [name, date])).toEqual([
    ['Pre-arrival', '05-04-2026'],
    ['Today', '05-04-2026'],
    ['Day one', '06-04-2026'],
  ])
})

test('draws a cycle that follows a batch from its day one', () => {
  const { rows } = describeCurve(parsed(thermostat({ cycle: following('2026-04-06') })), t, at('2026-04-07T12:00'))
  expect(rows[0]).toMatchObject({ name: 'Day one', date: '06-04-2026' })
})
