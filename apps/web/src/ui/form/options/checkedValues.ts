import type { Translate } from '@steading/locales/text'

/**
 * A choice with one more or one less. With `max` in the order of choosing, and beyond it the oldest is unchecked; otherwise in
 * the order of `all`.
 */
export function toggled<V>(chosen: readonly V[], value: V, { all, max }: { all: readonly V[]; max?: number | undefined }): V[] {
  const next = chosen.includes(value) ? chosen.filter(one => one !== value) : [...chosen, value]
  return max === undefined ? all.filter(one => next.includes(one)) : next.slice(-max)
}

/** What is wrong with a choice of fewer than `min`; names the field. */
export const tooFew = (label: string, count: number, min: number, t: Translate): string | undefined =>
  count < min ? t('errors.checkGroup.min', { name: label, count: min }) : undefined
