import { shareStrength } from '../../ui/week/slotLayout.ts'
import type { Strength } from '../../ui/week/slotLayout.ts'

/** Off, or a third, two thirds or all of `full`. */
export const strengthOf = (action: boolean | number, full: number): Strength => shareStrength(Number(action), full)

/** The action that is drawn strongest: of a percentage all of it, of other figures the greatest that is set. */
export const fullAction = (actions: readonly (boolean | number | undefined)[], unit: string | null | undefined): number =>
  unit === '%' ? 100 : Math.max(1, ...actions.map(action => Number(action ?? 0)))
