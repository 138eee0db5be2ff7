import { expect, test } from 'vitest'
import { humidityOf, moistureOf, wetBulb } from './air.ts'

test('humidity and moisture are each other’s inverse', () => {
  for (const [temperature, humidity] of [
    [-5, 90],
    [10, 80],
    [22, 60],
    [35, 30],
  ] as const)
    expect(humidityOf(temperature, moistureOf(temperature, humidity))).toBeCloseTo(humidity, 9)
})

test('moisture of air at 20 °C and 50 %', () => expect(moistureOf(20, 50)).toBeCloseTo(0.00725, 5))

// The example of Stull's paper.
test('wet bulb at 20 °C and 50 %', () => expect(wetBulb(20, 50)).toBeCloseTo(13.7, 1))
