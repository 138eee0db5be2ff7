import type { EventCategory, EventStatus, Severity } from '@steading/contract/events/events'
import type { ActionConfiguration } from '@steading/contract/events/outbox'
import type { RuleEvent } from '@steading/contract/rules/drafts'
import { everyChannel, nonEmptyActions, usualActions } from '../../outbox/index.ts'

/** What an event of a rule is, as the form holds it while it is filled in. */
export interface EventFormValues {
  title: string
  description: string
  severityLevel: Severity | null
  category: EventCategory | null
  status: EventStatus
  /** s */
  ruleDelay: number | undefined
  hasRepetitionTime: boolean
  /** s */
  repetitionTime: number | null
  /** One for each channel, in the order of the channels. */
  actionConfigurations: readonly ActionConfiguration[]
}

export const emptyEvent = (): EventFormValues => ({
  title: '',
  description: '',
  severityLevel: null,
  category: null,
  status: 'OPEN',
  ruleDelay: 0,
  hasRepetitionTime: false,
  repetitionTime: null,
  actionConfigurations: usualActions(),
})

/** The event of a rule. A channel that it does not name is off. */
export const toEventValues = (event: RuleEvent | null): EventFormValues =>
  event === null
    ? emptyEvent()
    : {
        ...event,
        actionConfigurations: everyChannel(event.actionConfigurations),
      }

export const toEvent = ({ hasRepetitionTime, repetitionTime, actionConfigurations, ...event }: EventFormValues) => ({
  ...event,
  hasRepetitionTime,
  repetitionTime: hasRepetitionTime ? repetitionTime : null,
  actionConfigurations: nonEmptyActions(actionConfigurations),
})
