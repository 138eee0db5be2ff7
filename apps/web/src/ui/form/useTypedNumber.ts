import { useState } from 'react'
import { readNumber, shownNumber } from './typedNumber.ts'

/** For an input of numbers that is told its value: what is on the way to a number, “12,” and “−”, stays while one goes on typing. */
export function useTypedNumber(value: number | undefined, onNumber: (value: number | undefined) => void) {
  const [typed, type] = useState<string>()
  return {
    value: shownNumber(typed, value),
    onChange: (next: number | string) => {
      type(typeof next === 'string' ? next : undefined)
      onNumber(typeof next === 'string' ? readNumber(next) : next)
    },
    onBlur: () => type(undefined),
  }
}
