import type { EventCategory, EventStatus, Severity } from '@steading/contract/events'
import type { ActionConfiguration } from '@steading/contract/outbox'
import type { RuleEvent } from '@steading/contract/rule-drafts'
import { everyChannel, saidOf, usualActions } from '../../outbox/index.ts'

/** What an event of a rule is, as the form holds it while it is filled in. */
export interface EnteredEvent {
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

export const blankEvent = (): EnteredEvent => ({
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
export const enteredEvent = (event: RuleEvent | null): EnteredEvent =>
  event === null
    ? blankEvent()
    : {
        ...event,
        actionConfigurations: everyChannel(event.actionConfigurations),
      }

export const eventOf = ({ hasRepetitionTime, repetitionTime, actionConfigurations, ...event }: EnteredEvent) => ({
  ...event,
  hasRepetitionTime,
  repetitionTime: hasRepetitionTime ? repetitionTime : null,
  actionConfigurations: saidOf(actionConfigurations),
})
