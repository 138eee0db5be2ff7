import type { Interface } from '@steading/contract/devices/interfaces'
import { replaceEqualDeep } from '@tanstack/react-query'
import { useState } from 'react'

// What a chart is drawn of stays the same object as long as it says the same: every change of it is a drawing.

/** What readings and commands change of an interface. */
const LIVE: ReadonlySet<string> = new Set<keyof Interface>([
  'lastConvertedReading',
  'lastReadingTimestampUtc',
  'good',
  'stale',
  'lastCommand',
])

type Interfaces = ReadonlyMap<string, Interface>

/** Whether interfaces differ in nothing but their last readings and commands. */
export function areSameButReadings(one: Interfaces, other: Interfaces): boolean {
  if (one === other) return true
  return one.size === other.size && [...one].every(([id, item]) => isSame(item, other.get(id)))
}

function isSame(one: Interface, other: Interface | undefined): boolean {
  if (one === other) return true
  return (
    other !== undefined &&
    (Object.keys({ ...one, ...other }) as (keyof Interface)[]).every(key => LIVE.has(key) || Object.is(one[key], other[key]))
  )
}

/**
 * The interfaces, the same object until anything but their last readings and commands changes: a chart of fetched series is not
 * drawn again for each reading.
 */
export function useStableInterfaces(interfaces: Interfaces): Interfaces {
  const [stable, keep] = useState(interfaces)
  if (areSameButReadings(stable, interfaces)) return stable
  keep(interfaces)
  return interfaces
}

/** Structural sharing: a value that equals the one before stays that object. */
export function useShared<T>(value: T): T {
  const [stable, keep] = useState(value)
  const shared = replaceEqualDeep(stable, value)
  if (shared !== stable) keep(shared)
  return shared
}

/** The end of the window whose series are shown: it moves on with them, not while they are on their way. */
export function useShownEnd(to: number, isOnItsWay: boolean): number {
  const [shown, show] = useState(to)
  if (isOnItsWay || shown === to) return shown
  show(to)
  return to
}
