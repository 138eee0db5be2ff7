import type { FeedActionType, FeedMovement } from '@steading/contract/production/feedMovements'
import { feedMovementWord } from '@steading/locales/production'
import type { TextKey, Translate } from '@steading/locales/text'
import { kilograms, transferKind } from '../animalMovements/index.ts'

/** A pair of action and type, as people choose it. */
export const FEED_KINDS = ['BUY', 'TRANSFER_IN', 'TRANSFER_OUT'] as const
export type FeedKind = (typeof FEED_KINDS)[number]

export const feedPair = {
  BUY: { action: 'ENTRY', actionType: 'BUY' },
  TRANSFER_IN: { action: 'ENTRY', actionType: 'TRANSFER' },
  TRANSFER_OUT: { action: 'EXIT', actionType: 'TRANSFER' },
} as const

export const feedKindOf = ({ action, actionType }: Pick<FeedMovement, 'action' | 'actionType'>): FeedKind =>
  actionType === 'TRANSFER' ? transferKind(action) : actionType

export const feedKindWord = (kind: FeedKind, t: Translate): string => feedMovementWord(feedPair[kind], t)
export const feedKindOptions = (t: Translate) => FEED_KINDS.map(value => ({ value, label: feedKindWord(value, t) }))

const typeKey = { BUY: 'feed.movement.buy', TRANSFER: 'movement.transfer' } as const satisfies Record<FeedActionType, TextKey>
export const feedTypeWord = (type: FeedActionType, t: Translate): string => t(typeKey[type])

/** "Purchase · 8 000 kg": what happened, for titles and rows. */
export const feedTitle = (movement: Pick<FeedMovement, 'action' | 'actionType' | 'weight'>, t: Translate): string =>
  `${feedKindWord(feedKindOf(movement), t)} · ${kilograms(movement.weight, t)}`
