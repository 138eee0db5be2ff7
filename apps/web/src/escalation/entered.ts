import { type Escalation, type EscalationStep, type Shift, STEP_DELAY } from '@steading/contract/escalation'

/** The list and the roster as the form holds them. */
export interface Entered {
  steps: EscalationStep[]
  shifts: (Omit<Shift, 'userId'> & { userId: string })[]
  version: number
}

/** What the entity itself says; what it has from above is not its own to change. */
export const enteredOf = (entityId: string, of: Escalation): Entered => ({
  steps: of.stepsOf?.id === entityId ? of.steps : [],
  shifts: of.shiftsOf?.id === entityId ? of.shifts : [],
  version: of.version,
})

export const newStep = (): EscalationStep => ({ userIds: [], onDuty: false, delay: STEP_DELAY })
export const newShift = (): Entered['shifts'][number] => ({ weekdays: [0, 1, 2, 3, 4], from: '07:00', to: '19:00', userId: '' })

/** One of a list, changed; a list without one; one that goes up. */
export const changed = <T>(list: readonly T[], at: number, change: Partial<T>): T[] =>
  list.map((one, place) => (place === at ? { ...one, ...change } : one))
export const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, place) => place !== at)
