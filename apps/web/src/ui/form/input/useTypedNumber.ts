import { exactDecimals } from '@steading/locales/numbers'
import type { Notated } from '@steading/locales/notation'
import { type ChangeEvent, type KeyboardEvent, useState } from 'react'
import { stepped, typedNumber, writtenNumber } from './typedNumber.ts'

interface Taken {
  /** How the reader writes numbers. */
  readonly t: Notated
  readonly decimals: number
  readonly step?: number | undefined
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly isWhole?: boolean | undefined
}

/**
 * For an input of numbers that is told its value: what one types stays as it is typed while it means the value, until one leaves.
 * `typed` is it, while there is something. What may be two numbers is NaN, which nothing takes, and stays.
 */
export function useTypedNumber(
  given: number | undefined,
  onNumber: (value: number | undefined) => void,
  { t, decimals: least, step, min = -Infinity, max = Infinity, isWhole }: Taken,
) {
  const [typed, type] = useState<string>()
  const value = typeof given === 'number' && Number.isFinite(given) ? given : undefined
  // A stored figure is not rounded: a field would show another limit than the one in force.
  const decimals = exactDecimals(value ?? 0, least)
  // A sign that was swallowed would make 1 of -1: it stands there, and is told.
  const read = (text: string) => typedNumber(text, t, decimals, isWhole)
  const meant = typed === undefined ? undefined : read(typed)?.value
  const isMeant = typed !== undefined && (meant === value || (Number.isNaN(meant) && Number.isNaN(given)))
  const put = (text: string, next: number | undefined) => {
    type(text)
    onNumber(next)
  }
  return {
    typed: isMeant ? typed : undefined,
    input: {
      value: isMeant ? typed : writtenNumber(value, t, decimals),
      inputMode: decimals > 0 ? ('decimal' as const) : ('numeric' as const),
      autoComplete: 'off',
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
        const next = read(currentTarget.value)
        if (next) put(next.text, next.value)
      },
      onKeyDown: (event: KeyboardEvent) => {
        const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
        if (by === 0) return
        event.preventDefault()
        const next = Math.min(max, Math.max(min, stepped(value, by, decimals, step)))
        put(writtenNumber(next, t, decimals), next)
      },
      onBlur: () => Number.isNaN(given) || type(undefined),
    },
  }
}
