import { useState } from 'react'
import { clock } from '../../platform/page/clock.ts'
import { useZone } from '../../platform/session/session.ts'
import { weekdayIn } from './weekday.ts'

/** Weekday shown on a narrow screen: today until the user selects another. */
export function useShownDay() {
  const zone = useZone()
  return useState(() => weekdayIn(clock.now(), zone))
}
