// The door of the drivers: which kinds there are, and how one is made from settings.
import type { Driver } from '../driver.ts'
import type { DriverKind, Surroundings } from './kind.ts'
import { settings } from './settings.ts'

export type { DriverKind, Surroundings } from './kind.ts'
export { modbus } from './modbus.ts'
export { settings, SettingsError, type Settings } from './settings.ts'

/**
 * Makes a driver from `{ kind, … }`. `kinds` names those that the program carries.
 * Throws SettingsError with a message for people where the settings make no sense.
 */
export const createDriver = (
  kinds: Readonly<Record<string, DriverKind>>,
  config: unknown,
  surroundings: Surroundings,
): Driver => {
  const kind = settings(config, 'driver').choice('kind', Object.keys(kinds))
  // safe: `choice` returns one of the keys
  return kinds[kind]!.create(settings(config, `driver ${kind}`), surroundings)
}
