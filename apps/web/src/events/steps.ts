import { STEPS, type EventStep, type LinkedAlarm } from '@steading/contract/event-steps'
import type { TextKey } from '@steading/locales/text'
import { IconCar, IconCircleCheck, IconEye, IconMapPin } from '@tabler/icons-react'

/** Label of the button that takes each step. */
export const stepLabel = {
  SEEN: 'alarm.acknowledge',
  GOING: 'alarm.going',
  CHECKED: 'alarm.checkedOnSite',
  SOLVED: 'alarm.resolve',
} as const satisfies Record<EventStep, TextKey>

/** Status of an event after each step. */
export const stepWord = {
  SEEN: 'alarm.seen',
  GOING: 'event.state.going',
  CHECKED: 'alarm.checkedOnSite',
  SOLVED: 'alarm.solved',
} as const satisfies Record<EventStep, TextKey>

export const stepIcon = { SEEN: IconEye, GOING: IconCar, CHECKED: IconMapPin, SOLVED: IconCircleCheck } as const satisfies Record<
  EventStep,
  typeof IconEye
>

type Line = LinkedAlarm['changes'][number]

/** Who took each step since the event opened last, the last who did; `changes` is the history, newest first. */
export function takenSteps(changes: readonly Line[]): Readonly<Partial<Record<EventStep, Line>>> {
  const set = changes.filter(one => !one.note)
  const opening = set.findIndex(one => one.status === 'OPEN' && one.step === null)
  const round = opening === -1 ? set : set.slice(0, opening)
  return Object.fromEntries(
    STEPS.flatMap(step => {
      const line = round.find(one => one.step === step)
      return line ? [[step, line]] : []
    }),
  )
}

/** The step that comes next: the first after the last one that was taken. */
export function nextStep(taken: ReturnType<typeof takenSteps>): EventStep | undefined {
  const last = STEPS.findLastIndex(step => taken[step] !== undefined)
  return STEPS[last + 1]
}
