import { quantity } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import type { Strength } from '../ui/week/slotLayout.ts'
import type { WeekLook } from '../ui/week/weekLook.ts'
import { periodName, PRICE_DECIMALS, priceWords } from './tariffWords.ts'

interface Priced {
  readonly displayName?: string | null | undefined
  readonly value?: number | null | undefined
}

/** How strong a price is drawn among others: by thirds from the cheapest to the dearest. Without a price it is off. */
export function priceStrength(value: number | null | undefined, slots: readonly Priced[]): Strength {
  if (value === null || value === undefined) return 0
  const prices = slots.flatMap(slot => slot.value ?? [])
  const cheapest = Math.min(...prices)
  const share = (value - cheapest) / Math.max(Math.max(...prices) - cheapest, Number.EPSILON)
  return share <= 1 / 3 ? 1 : share <= 2 / 3 ? 2 : 3
}

/** Periods in the week: by name and price, the dearest drawn strongest. The head of the week has the unit of the prices. */
export function periodLook<S extends Priced>(slots: readonly Priced[], currency: string, t: Translate): WeekLook<S> {
  const words = ({ displayName, value }: Priced, price: (value: number) => string) =>
    [displayName ? periodName(displayName, t) : '?', ...(typeof value === 'number' ? [price(value)] : [])].join(' · ')
  return {
    words: slot => words(slot, value => priceWords(value, currency, t)),
    short: slot => words(slot, value => quantity(value, '', t, PRICE_DECIMALS)),
    strength: ({ value }) => priceStrength(value, slots),
  }
}
