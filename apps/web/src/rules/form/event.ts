import type { EventCategory, EventStatus, Severity } from '@steading/contract/events'
import { type ActionConfiguration, CHANNELS, type Channel } from '@steading/contract/outbox'
import type { RuleEvent } from '@steading/contract/rule-drafts'

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

/** Mail tells the people in charge, the other channels nobody until they are switched on. */
const untouched = (type: Channel): ActionConfiguration => ({
  type,
  status: type === 'MAIL' ? 'ACTIVE' : 'INACTIVE',
  notifyResponsible: true,
  recurrence: 0,
  properties: { usersList: [], contactsList: [], subject: '', body: '' },
})

export const blankEvent = (): EnteredEvent => ({
  title: '',
  description: '',
  severityLevel: null,
  category: null,
  status: 'OPEN',
  ruleDelay: 0,
  hasRepetitionTime: false,
  repetitionTime: null,
  actionConfigurations: CHANNELS.map(untouched),
})

/** The event of a rule. A channel that it does not name is off. */
export const enteredEvent = (event: RuleEvent | null): EnteredEvent =>
  event === null
    ? blankEvent()
    : {
        ...event,
        actionConfigurations: CHANNELS.map(
          type => event.actionConfigurations.find(one => one.type === type) ?? { ...untouched(type), status: 'INACTIVE' },
        ),
      }

/** A channel that says nothing but what it says by itself need not be kept. */
const isUntouched = (one: ActionConfiguration): boolean =>
  one.status === 'INACTIVE' && JSON.stringify(one) === JSON.stringify({ ...untouched(one.type), status: 'INACTIVE' })

export const eventOf = ({ hasRepetitionTime, repetitionTime, actionConfigurations, ...event }: EnteredEvent) => ({
  ...event,
  hasRepetitionTime,
  repetitionTime: hasRepetitionTime ? repetitionTime : null,
  actionConfigurations: actionConfigurations.filter(one => !isUntouched(one)),
})

/** Where each channel of a draft stands on the form: the draft leaves out those that are untouched. */
export const channelAt = (event: EnteredEvent, sent: number): number => {
  const kept = event.actionConfigurations.flatMap((one, at) => (isUntouched(one) ? [] : [at]))
  return kept[sent] ?? sent
}

const reaches = ({ notifyResponsible, properties }: ActionConfiguration): boolean =>
  notifyResponsible || properties.usersList.length > 0 || properties.contactsList.length > 0

/** The channels that are on and would tell nobody. */
export const mute = ({ actionConfigurations }: EnteredEvent): readonly Channel[] =>
  actionConfigurations.filter(one => one.status === 'ACTIVE' && !reaches(one)).map(one => one.type)

/** How many addresses and numbers there are. */
export const contactCount = (actions: readonly ActionConfiguration[]): number =>
  actions.reduce((sum, one) => sum + one.properties.contactsList.length, 0)
