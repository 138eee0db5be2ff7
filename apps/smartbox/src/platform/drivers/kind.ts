import type { Driver } from '../driver.ts'
import type { Settings } from './settings.ts'

/** What a driver may ask of the box. */
export interface Surroundings {
  /** UTC ms */
  readonly now: () => number
  /** Tells whoever runs the box about a fault that the driver works around, such as a lost connection. */
  readonly warn: (message: string) => void
}

export interface DriverKind {
  /** Throws SettingsError for settings that make no sense. Touches nothing outside before `start`. */
  readonly create: (config: Settings, surroundings: Surroundings) => Driver
}
