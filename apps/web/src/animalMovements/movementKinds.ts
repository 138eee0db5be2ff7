import type { AnimalActionType, AnimalMovement, MovementAction } from '@steading/contract/production/animalMovements'
import { animalMovementWord } from '@steading/locales/production'
import type { TextKey, Translate } from '@steading/locales/text'

/** A pair of action and type, as people choose it. */
export const MOVEMENT_KINDS = ['EXTERNAL_ENTRY', 'TRANSFER_IN', 'EXTERNAL_SALE', 'TRANSFER_OUT', 'DEATH'] as const
export type MovementKind = (typeof MOVEMENT_KINDS)[number]

export const kindPair: Readonly<
  Record<MovementKind, { readonly action: MovementAction; readonly actionType: AnimalActionType }>
> = {
  EXTERNAL_ENTRY: { action: 'ENTRY', actionType: 'EXTERNAL_ENTRY' },
  TRANSFER_IN: { action: 'ENTRY', actionType: 'TRANSFER' },
  EXTERNAL_SALE: { action: 'EXIT', actionType: 'EXTERNAL_SALE' },
  TRANSFER_OUT: { action: 'EXIT', actionType: 'TRANSFER' },
  DEATH: { action: 'EXIT', actionType: 'DEATH' },
}

/** The direction of a transfer, in and out. */
export const transferKind = (action: MovementAction): 'TRANSFER_IN' | 'TRANSFER_OUT' =>
  action === 'ENTRY' ? 'TRANSFER_IN' : 'TRANSFER_OUT'

export const kindOf = ({ action, actionType }: Pick<AnimalMovement, 'action' | 'actionType'>): MovementKind =>
  actionType === 'TRANSFER' ? transferKind(action) : actionType

export const kindWord = (kind: MovementKind, t: Translate): string => animalMovementWord(kindPair[kind], t)
export const kindOptions = (t: Translate) => MOVEMENT_KINDS.map(value => ({ value, label: kindWord(value, t) }))

const typeKey = {
  EXTERNAL_ENTRY: 'movement.externalEntry',
  EXTERNAL_SALE: 'movement.sale',
  TRANSFER: 'movement.transfer',
  DEATH: 'movement.death',
} as const satisfies Record<AnimalActionType, TextKey>
export const typeWord = (type: AnimalActionType, t: Translate): string => t(typeKey[type])

export const isTransfer = (kind: MovementKind | null): boolean => kind === 'TRANSFER_IN' || kind === 'TRANSFER_OUT'
export const isEntry = (kind: MovementKind | null): boolean => kind === 'EXTERNAL_ENTRY' || kind === 'TRANSFER_IN'

/** "Death · 14 animals": what happened, for titles and rows. */
export const movementTitle = (movement: Pick<AnimalMovement, 'action' | 'actionType' | 'number'>, t: Translate): string =>
  `${kindWord(kindOf(movement), t)} · ${t('count.animals', { count: movement.number })}`
