import { DANGER_SHARE, type Escalation, type EscalationStep, type Shift, STEP_DELAY } from '@steading/contract/events/escalation'

/** The list and the roster as the form holds them. */
export interface EscalationFormValues {
  steps: EscalationStep[]
  shifts: (Omit<Shift, 'userId'> & { userId: string })[]
  version: number
}

/** What the entity itself says; what it has from above is not its own to change. */
export const toFormValues = (entityId: string, escalation: Escalation): EscalationFormValues => ({
  steps: escalation.stepsOf?.id === entityId ? escalation.steps : [],
  shifts: escalation.shiftsOf?.id === entityId ? escalation.shifts : [],
  version: escalation.version,
})

export const newStep = (): EscalationStep => ({ userIds: [], onDuty: false, delay: STEP_DELAY, dangerShare: DANGER_SHARE })
export const newShift = (): EscalationFormValues['shifts'][number] => ({
  weekdays: [0, 1, 2, 3, 4],
  from: '07:00',
  to: '19:00',
  userId: '',
})

/** One of a list, changed; a list without one; one that goes up. */
export const replaceAt = <T>(list: readonly T[], at: number, change: Partial<T>): T[] =>
  list.map((one, place) => (place === at ? { ...one, ...change } : one))
export const removeAt = <T>(list: readonly T[], at: number): T[] => list.filter((_, place) => place !== at)
