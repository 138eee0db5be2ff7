// What can be switched in a house, with its feedback, by the path that follows the house's name in an address.
import { hasTripped, mainsFault, type House, type Site } from './house.ts'
import { flag, percent, relay, setting, type Act, type Point } from './point.ts'

/** A person's hand on fans or heaters resets what tripped or stuck in their cabinet, whatever it orders; a rule's order does not. */
const resetting =
  <T>(house: House, site: Site, act: (value: T) => void): Act<T> =>
  (value, byHand) => {
    if (byHand && hasTripped(house, site)) house.reset = house.time
    act(value)
  }

/** Fans in %. */
const ventilation = (house: House, site: Site): Point =>
  percent(
    () => 100 * house.fans,
    resetting(house, site, value => {
      house.commands.ventilation = value
    }),
  )

/** The fans' switch: off stops them, on lets them run as they were told, or at full speed. */
const fans = (house: House, site: Site): Point =>
  relay(
    () => house.fans > 0,
    resetting(house, site, on => {
      if (!on) house.commands.ventilation = 0
      else if (house.commands.ventilation === 0) house.commands.ventilation = 100
    }),
  )

const opening = (house: House): Point =>
  percent(
    () => 100 * house.opening,
    value => {
      house.commands.opening = value
    },
  )

export const outputs: Readonly<Record<string, (house: House, site: Site) => Point>> = {
  ventilation,
  fans,
  heating: (house, site) =>
    relay(
      () => house.drive.heating > 0,
      resetting(house, site, on => {
        house.commands.heating = on ? 100 : 0
      }),
    ),
  'heating/level': (house, site) =>
    percent(
      () => 100 * house.drive.heating,
      resetting(house, site, value => {
        house.commands.heating = value
      }),
    ),
  pad: house =>
    relay(
      () => house.drive.pad,
      on => {
        house.commands.pad = on
      },
    ),
  window: opening,
  lantern: opening,
  light: house =>
    percent(
      () => (house.powered ? house.light : 0),
      value => {
        house.commands.light = value
      },
    ),
  feedline: house =>
    relay(
      () => house.powered && house.feedLine,
      on => {
        house.commands.feedLine = on
      },
    ),
  siren: house =>
    relay(
      () => house.commands.siren,
      on => {
        house.commands.siren = on
      },
    ),
  setpoint: house =>
    setting(
      1,
      -40,
      80,
      () => house.commands.setPoint,
      value => {
        house.commands.setPoint = value
      },
    ),
  mains: (house, site) => flag(() => mainsFault(house, site) === undefined),
}
