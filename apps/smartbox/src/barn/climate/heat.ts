// One Euler step of the air in a house: temperature, moisture, CO2 and ammonia.
import { DENSITY, EVAPORATION, FRESH_CO2, HEAT_CAPACITY, humidityOf, moistureOf } from './air.ts'
import { sensibleHeat, totalHeat, type Kind } from '../animals/animals.ts'
import type { Weather } from './weather.ts'

/** What a house is built of. */
export interface Shell {
  readonly kind: Kind
  /** m² */
  readonly area: number
  /** m */
  readonly height: number
  /** Heat lost through walls and roof, W/K. */
  readonly UA: number
  /** Air moved by all fans at full speed, m³/h. */
  readonly Gmax: number
  /** Air that passes with all fans stopped, m³/h. */
  readonly leak: number
  /** Heaters, kW; they burn gas in the house. */
  readonly Qheat: number
  /** Inlets fully open (broiler: side inlets; pig: ridge vent), m². */
  readonly inlet: number
  /** Whether incoming air can be cooled by wet pads. */
  readonly pads: boolean
}

const typical: Readonly<Record<Kind, Shell>> = {
  broiler: { kind: 'broiler', area: 1300, height: 3.2, UA: 2200, Gmax: 250_000, leak: 1500, Qheat: 240, inlet: 14, pads: true },
  pig: { kind: 'pig', area: 300, height: 3, UA: 700, Gmax: 45_000, leak: 400, Qheat: 15, inlet: 2.5, pads: false },
}

/** A usual house of this kind; all that grows with the floor is scaled to the area. */
export const shellOf = (kind: Kind, area = typical[kind].area): Shell => {
  const usual = typical[kind]
  const share = area / usual.area
  return {
    ...usual,
    area,
    UA: usual.UA * share,
    Gmax: usual.Gmax * share,
    leak: usual.leak * share,
    Qheat: usual.Qheat * share,
    inlet: usual.inlet * share,
  }
}

/** The air in a house: °C, kg/kg, ppm, ppm. */
export interface Air {
  temperature: number
  moisture: number
  co2: number
  nh3: number
}

/** What works on the air during a step. Shares are 0 to 1. */
export interface Drive {
  /** Air that passes beside the leaks, as a share of what all fans move at full speed. */
  fans: number
  heating: number
  pad: boolean
  /** Heat-producing units: thousands of W of total animal heat at 20 °C. */
  units: number
  /** Animals' activity, 1 on average. */
  activity: number
  /** W per unit and degree above 20 °C. */
  falloff: number
  /** m³ of ammonia per hour. */
  ammonia: number
}

/** Air through the house, m³/s. */
export const flowOf = (shell: Shell, fans: number): number => (shell.leak + fans * shell.Gmax) / 3600

/** Advances `air` in place. Stable up to steps of about 60 s at full ventilation; the model uses 10 s. */
export const stepAir = (air: Air, shell: Shell, drive: Drive, outside: Weather, seconds: number): void => {
  const { temperature, moisture, co2, nh3 } = air
  const volume = shell.area * shell.height
  const flow = flowOf(shell, drive.fans)
  const total = totalHeat(drive.falloff, temperature)
  const sensible = sensibleHeat(shell.kind, total, temperature)
  const lively = drive.units * drive.activity
  const heater = shell.Qheat * drive.heating

  let inletTemperature = outside.temperature
  let inletMoisture = outside.moisture
  if (drive.pad) {
    inletTemperature -= 0.7 * (outside.temperature - outside.wetBulb)
    inletMoisture += ((outside.temperature - inletTemperature) * HEAT_CAPACITY) / EVAPORATION
  }

  const warming =
    lively * sensible +
    heater * 1000 -
    shell.UA * (temperature - outside.temperature) -
    DENSITY * HEAT_CAPACITY * flow * (temperature - inletTemperature)
  const damping = (lively * (total - sensible)) / EVAPORATION / DENSITY + flow * (inletMoisture - moisture)
  const breathing = ((0.185 * lively + 0.11 * heater) * 1e6) / 3600 + flow * (FRESH_CO2 - co2)
  const fuming = (drive.ammonia * 1e6) / 3600 - flow * nh3

  air.temperature = temperature + (seconds * warming) / (DENSITY * HEAT_CAPACITY * volume + 15_000 * shell.area)
  air.moisture = Math.min(Math.max(moisture + (seconds * damping) / volume, 0), moistureOf(air.temperature, 100))
  air.co2 = co2 + (seconds * breathing) / volume
  air.nh3 = nh3 + (seconds * fuming) / volume
}

/** Relative humidity of the air, %. */
export const humidityIn = (air: Air): number => Math.min(100, humidityOf(air.temperature, air.moisture))

/** Under-pressure in Pa at this flow (m³/s) with the inlets open by this share. */
export const pressureAt = (shell: Shell, flow: number, open: number): number =>
  0.5 * DENSITY * (flow / (0.6 * shell.inlet * Math.max(0.05, open))) ** 2

/** The share by which inlets must open to hold this under-pressure, at most 1. */
export const openFor = (shell: Shell, flow: number, pascal: number): number =>
  Math.min(1, Math.max(0.05, flow / (0.6 * shell.inlet * Math.sqrt((2 * pascal) / DENSITY))))
