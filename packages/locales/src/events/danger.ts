import { type Danger, aboutMinutes } from '@steading/contract/events/danger'
import { exactQuantity } from '../numbers.ts'
import type { Translate } from '../text.ts'

export interface DangerWords {
  /** "Estimate: about 25 minutes until 33 °C if nothing changes." */
  readonly estimate: string
  /** "Range: 18 to 37 minutes."; null: the limit is reached. */
  readonly band: string | null
}

/** How long the animals have, in sentences. */
export function dangerWords(danger: Danger, t: Translate): DangerWords {
  const { kind, minutes, low, high, assumes, house } = danger
  const limit = kind === 'HEAT' ? exactQuantity(danger.limit, '°C', t) : `${exactQuantity(danger.limit, 'ppm', t)} CO2`
  const ofHouse = (sentence: string) => (house === null ? sentence : `${house}: ${sentence}`)
  if (minutes === 0) return { estimate: ofHouse(t('danger.reached', { limit })), band: null }
  const key = assumes === 'UNCHANGED' ? 'danger.unchanged' : 'danger.ventilationOff'
  return {
    estimate: ofHouse(t(key, { minutes: aboutMinutes(minutes), limit })),
    band: high === null ? t('danger.bandOpen', { low }) : t('danger.band', { low, high }),
  }
}
