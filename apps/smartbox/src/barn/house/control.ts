// A plain house computer: runs a simulated house while no box does, by the same simple formulas that the box's rules use.
import type { Control, House } from './house.ts'

/** m³/h per heat-producing unit that keep CO2 near 3000 ppm. */
const FRESH_PER_UNIT = 71.2
const BAND = 4

/** % of full ventilation that the animals need to breathe. */
const breathing = (house: House): number =>
  Math.max(2, Math.round((100 * FRESH_PER_UNIT * house.drive.units) / house.config.shell.Gmax))

/** Cooling in proportion: the least at the set-point, everything a band above. Changes below 2 % are left out. */
export const ventilate = (temperature: number, setPoint: number, least: number, last: number): number => {
  const share = Math.min(Math.max((temperature - setPoint) / BAND, 0), 1)
  const target = Math.round(least + (100 - least) * share)
  return Math.abs(target - last) < 2 && target !== least && target !== 100 ? last : target
}

const heat = (temperature: number, setPoint: number, on: boolean): boolean =>
  temperature <= setPoint - 1 ? true : temperature >= setPoint ? false : on

const cool = (temperature: number, setPoint: number, on: boolean): boolean =>
  temperature >= setPoint + 1 ? true : temperature <= setPoint ? false : on

export const houseComputer: Control = house => {
  const { commands, flock, config } = house
  const { temperature } = house.air
  // A house is warmed up a day before the animals come.
  const isHeated = flock.count > 0 || flock.coming < 1
  const setPoint = flock.comfort
  commands.setPoint = Math.round(setPoint * 10) / 10
  commands.ventilation = isHeated ? ventilate(temperature, setPoint, breathing(house), commands.ventilation) : 5
  commands.heating = isHeated && heat(temperature, setPoint - 1, commands.heating > 0) ? 100 : 0
  commands.pad = config.shell.pads && flock.count > 0 && cool(temperature, Math.max(26, setPoint + BAND), commands.pad)
}
