import type { Severity } from '@steading/contract/events/events'
import { type ActionConfiguration, CHANNELS, type Channel } from '@steading/contract/events/outbox'
import type { TextKey } from '@steading/locales/text'

const off = (type: Channel): ActionConfiguration => ({
  type,
  status: 'INACTIVE',
  notifyResponsible: true,
  recurrence: 0,
  properties: { usersList: [], contactsList: [], subject: '', body: '' },
})

/** One for each channel, in their order: mail tells the people in charge, the others nobody until they are switched on. */
export const usualActions = (): readonly ActionConfiguration[] =>
  CHANNELS.map(type => ({ ...off(type), status: type === 'MAIL' ? 'ACTIVE' : 'INACTIVE' }))

/** The same of what is known; a channel that is not named is off. */
export const everyChannel = (known: readonly ActionConfiguration[]): readonly ActionConfiguration[] =>
  CHANNELS.map(type => known.find(one => one.type === type) ?? off(type))

/** A channel that says nothing but what it says by itself need not be kept. */
const isUntouched = (actionConfiguration: ActionConfiguration): boolean =>
  actionConfiguration.status === 'INACTIVE' &&
  JSON.stringify(actionConfiguration) === JSON.stringify(off(actionConfiguration.type))

/** Those that are worth sending. */
export const nonEmptyActions = (actions: readonly ActionConfiguration[]): ActionConfiguration[] =>
  actions.filter(action => !isUntouched(action))

/** Where each channel that was sent stands on the form: those that are untouched were left out. */
export const channelAt = (actions: readonly ActionConfiguration[], sent: number): number => {
  const positions = actions.flatMap((action, at) => (isUntouched(action) ? [] : [at]))
  return positions[sent] ?? sent
}

const reaches = ({ notifyResponsible, properties }: ActionConfiguration): boolean =>
  notifyResponsible || properties.usersList.length > 0 || properties.contactsList.length > 0

/** The channels that are on and would tell nobody. */
export const mute = (actions: readonly ActionConfiguration[]): readonly Channel[] =>
  actions.filter(action => action.status === 'ACTIVE' && !reaches(action)).map(action => action.type)

/** What is to be known where nobody is named on any channel; undefined: somebody is. Up the list a channel that is on tells. */
export function unnamed(actions: readonly ActionConfiguration[], severity: Severity | null): TextKey | undefined {
  const open = actions.filter(action => action.status === 'ACTIVE')
  if (open.some(reaches)) return undefined
  if (severity === 'CRITICAL') return 'warning.tellsInCharge'
  return open.length > 0 && severity !== 'LOW' ? 'warning.tellsLater' : 'warning.tellsNobody'
}

/** How many addresses and numbers there are. */
export const contactCount = (actions: readonly ActionConfiguration[]): number =>
  actions.reduce((sum, action) => sum + action.properties.contactsList.length, 0)
