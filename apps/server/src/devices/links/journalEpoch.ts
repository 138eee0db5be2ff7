import type { AuthenticatedBox } from '../claims/credentials.ts'

const EPOCHS = 2 ** 31 - 1
/** Golden-ratio step: spreads the epochs of successive hardware generations evenly. */
const STEP = 1_327_217_885

/**
 * Epoch under which the journal stores readings of a box. The first hardware generation keeps its own epochs; later ones are
 * shifted, so that a replacement that draws an epoch of the old box is not taken for it.
 */
export const journalEpoch = ({ box }: Pick<AuthenticatedBox, 'box'>, epoch: number): number =>
  ((epoch - 1 + (box - 1) * STEP) % EPOCHS) + 1
