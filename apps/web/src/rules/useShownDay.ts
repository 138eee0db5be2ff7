import { useState } from 'react'
import { clock } from '../platform/clock.ts'
import { useZone } from '../platform/session.ts'
import { weekdayIn } from './weekday.ts'

/** Which day of a week is shown where there is room for one alone: today, until another is chosen. */
export function useShownDay() {
  const zone = useZone()
  return useState(() => weekdayIn(clock.now(), zone))
}
