// The figures that the model was checked against when it was written down.
import { describe, expect, test } from 'vitest'
import { moistureOf, wetBulb } from './climate/air.ts'
import { activityAt, heatOf, sensibleHeat, totalHeat, type Kind } from './animals/animals.ts'
import { ventilate } from './house/control.ts'
import { species } from './animals/data/index.ts'
import { flowOf, humidityIn, shellOf, stepAir, type Drive } from './climate/heat.ts'
import { localTime } from './localTime.ts'
import { createSky, type Weather } from './climate/weather.ts'

const DAY = 86_400_000

const driveOf = (kind: Kind, count: number, mass: number): Drive => ({
  fans: 0.1,
  heating: 0,
  pad: false,
  units: (count * heatOf(kind, mass)) / 1000,
  activity: 1,
  falloff: species[kind].heatFalloff,
  ammonia: count * mass * species[kind].ammonia,
})

const sky = (temperature: number, humidity: number): Weather => ({
  temperature,
  humidity,
  moisture: moistureOf(temperature, humidity),
  wetBulb: wetBulb(temperature, humidity),
  wind: 0,
  direction: 0,
  rain: false,
})

test('18 000 broilers of 2 kg, 22 °C inside and 10 °C outside: heat, air, CO2 and humidity', () => {
  const shell = shellOf('broiler')
  const drive = driveOf('broiler', 18_000, 2)
  expect((drive.units * sensibleHeat('broiler', totalHeat(20, 22), 22)) / 1000).toBeCloseTo(152.8, 1)

  // The air flow that holds 22 °C, found by letting the house settle.
  drive.fans = (31_409 - shell.leak) / shell.Gmax
  expect(flowOf(shell, drive.fans) * 3600).toBeCloseTo(31_409, 6)
  const air = { temperature: 20, moisture: 0.008, co2: 400, nh3: 0 }
  for (let step = 0; step < 20_000; step += 1) stepAir(air, shell, drive, sky(10, 80), 10)
  expect(air.temperature).toBeCloseTo(22, 3)
  expect(Math.round(air.co2)).toBe(2294)
  expect(Math.round(humidityIn(air))).toBe(74)
  // 18 000 × 2 kg × 7e-6 m³/(h kg) in 31 409 m³/h
  expect(air.nh3).toBeCloseTo(8.02, 2)
})

test('with the fans stopped, a step of 10 s warms air, litter and building by 0.049 K', () => {
  // 152.8 kW of animals, less 26.4 kW through the walls and 6.0 kW by leaks, into 24.5 MJ/K.
  const air = { temperature: 22, moisture: 0.008, co2: 2000, nh3: 5 }
  stepAir(air, shellOf('broiler'), { ...driveOf('broiler', 18_000, 2), fans: 0 }, sky(10, 80), 10)
  expect(air.temperature - 22).toBeCloseTo(0.0491, 4)
})

interface Day {
  readonly temperature: [number, number]
  readonly fans: [number, number]
  readonly co2: [number, number]
}

/** Runs a house for two mean days of a month and returns what it went through on the second. */
const meanDay = (kind: Kind, count: number, mass: number, month: string, setPoint: number, least: number): Day => {
  const local = localTime('Europe/Lisbon')
  const outside = createSky('golden', local, 0)
  const shell = shellOf(kind)
  const drive = driveOf(kind, count, mass)
  const air = { temperature: setPoint, moisture: 0.008, co2: 1000, nh3: 5 }
  const start = Date.parse(`2026-${month}-14T00:00:00Z`)
  const day: Day = { temperature: [99, -99], fans: [99, -99], co2: [1e9, 0] }
  const note = (range: [number, number], value: number): void => {
    range[0] = Math.min(range[0], value)
    range[1] = Math.max(range[1], value)
  }
  let fans = least
  for (let t = start; t < start + 2 * DAY; t += 10_000) {
    fans = ventilate(air.temperature, setPoint, least, fans)
    drive.fans = fans / 100
    drive.activity = activityAt(local.hour(t))
    stepAir(air, shell, drive, outside(t), 10)
    if (t < start + DAY) continue
    note(day.temperature, air.temperature)
    note(day.fans, fans)
    note(day.co2, air.co2)
  }
  return day
}

describe('a mean day', () => {
  test('19 600 broilers of 1.6 kg in January, set-point 21, at least 8 %', () => {
    const day = meanDay('broiler', 19_600, 1.6, '01', 21, 8)
    expect(day.temperature[0]).toBeCloseTo(19, 0)
    expect(day.temperature[1]).toBeCloseTo(21.6, 0)
    expect(day.fans).toEqual([8, 22])
    expect(day.co2[0]).toBeGreaterThan(1450)
    expect(day.co2[0]).toBeLessThan(1550)
    expect(day.co2[1]).toBeGreaterThan(2750)
    expect(day.co2[1]).toBeLessThan(2900)
  })

  test('375 pigs of 60 kg in April, set-point 21: fans from 13 to 95 %', () => {
    const { fans } = meanDay('pig', 375, 60, '04', 21, 13)
    expect(fans[0]).toBe(13)
    expect(fans[1]).toBeGreaterThanOrEqual(94)
    expect(fans[1]).toBeLessThanOrEqual(96)
  })
})

test('14 500 broilers of 2.8 kg in July: the pads hold 26.7 °C at 32 °C outside', () => {
  const drive = { ...driveOf('broiler', 14_500, 2.8), fans: 1, pad: true, activity: activityAt(15) }
  const air = { temperature: 27, moisture: 0.012, co2: 1000, nh3: 5 }
  // The mean July day is at its warmest, 32 °C, when it is at its driest, 38 %.
  for (let step = 0; step < 5000; step += 1) stepAir(air, shellOf('broiler'), drive, sky(32, 38), 10)
  expect(Math.abs(air.temperature - 26.7)).toBeLessThan(0.2)
})
