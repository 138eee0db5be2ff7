import { PEOPLE_NEEDED } from '@steading/contract/events/heartbeat'
import type { Heartbeat } from '@steading/contract/events/heartbeat'

/** What keeps an alarm of the platform itself from being heard. */
export const missing = ({ outside, people }: Pick<Heartbeat, 'outside' | 'people'>) => ({
  outside: !outside,
  people: people < PEOPLE_NEEDED,
})

/** Is whoever may mend it told above every page? */
export const isAlertDelivered = (path: Pick<Heartbeat, 'outside' | 'people' | 'demo'>): boolean => {
  const { outside, people } = missing(path)
  return !path.demo && (outside || people)
}

/** How the path as a whole is: a stage is silent, some have seen no beat yet, or all is well. */
export const stateOf = ({ stages }: Pick<Heartbeat, 'stages'>): 'error' | 'pending' | 'ok' =>
  stages.some(stage => stage.silent) ? 'error' : stages.some(stage => stage.lastUtc === null) ? 'pending' : 'ok'
