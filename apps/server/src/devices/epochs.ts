import type { Holder } from './credentials.ts'

const MOST = 2 ** 31 - 1
/** The golden part of all epochs: boxes one after another come to lie far apart, whatever they count from. */
const STEP = 1_327_217_885

/**
 * The epoch under which the journal keeps what a box sends. The first box of a terminal keeps its own; the ones that take its
 * place are moved, so that a new box which draws the epoch of an old one is never taken for it.
 */
export const journalEpoch = ({ box }: Pick<Holder, 'box'>, epoch: number): number => ((epoch - 1 + (box - 1) * STEP) % MOST) + 1
