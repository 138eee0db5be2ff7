import type { LinkedAlarm } from '@steading/contract/events/alarmLinks'
import { ANSWERS, STEPS, type EventStep } from '@steading/contract/events/steps'
import type { TextKey } from '@steading/locales/text'
import { IconCar, IconCircleCheck, IconEye, IconMapPin, IconSearch, IconX } from '@tabler/icons-react'

/** Label of the button that takes each step. */
export const stepLabel = {
  SEEN: 'alarm.acknowledge',
  GOING: 'alarm.going',
  CHECKED: 'alarm.checkedOnSite',
  NOTHING_FOUND: 'alarm.nothingFound',
  SOLVED: 'alarm.resolve',
  WITHDRAWN: 'alarm.cannotCome',
} as const satisfies Record<EventStep, TextKey>

export const stepIcon = {
  SEEN: IconEye,
  GOING: IconCar,
  CHECKED: IconMapPin,
  NOTHING_FOUND: IconSearch,
  SOLVED: IconCircleCheck,
  WITHDRAWN: IconX,
} as const satisfies Record<EventStep, typeof IconEye>

type HistoryEntry = LinkedAlarm['changes'][number] & { readonly user?: { readonly userId: string } | null }

const whoOf = ({ user, name }: HistoryEntry) => user?.userId ?? name

/**
 * Who took each step since the event opened last, the last who did; `changes` is the history, newest first. Whoever withdrew is not
 * on the way, and whoever found nothing was on site.
 */
export function takenSteps<E extends HistoryEntry>(changes: readonly E[]): Readonly<Partial<Record<EventStep, E>>> {
  const set = changes.filter(change => !change.note)
  const opening = set.findIndex(change => change.status === 'OPEN' && change.step === null)
  const round = opening === -1 ? set : set.slice(0, opening)
  const isWithdrawn = (going: E) =>
    round.slice(0, round.indexOf(going)).some(change => change.step === 'WITHDRAWN' && whoOf(change) === whoOf(going))
  return Object.fromEntries(
    ANSWERS.flatMap(step => {
      const line = round.find(
        change =>
          (change.step === step || (step === 'CHECKED' && change.step === 'NOTHING_FOUND')) &&
          !(step === 'GOING' && isWithdrawn(change)),
      )
      return line ? [[step, line]] : []
    }),
  )
}

/** The step that comes next: the first after the last one that was taken. */
export function nextStep(taken: ReturnType<typeof takenSteps>): EventStep | undefined {
  const last = STEPS.findLastIndex(step => taken[step] !== undefined)
  return STEPS[last + 1]
}
