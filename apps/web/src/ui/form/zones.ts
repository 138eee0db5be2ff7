import type { Option } from './SelectField.tsx'

/** Minutes ahead of UTC in a zone at a moment. */
export function offsetOf(zone: string, at: Date): number {
  const said = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(part => part.type === 'timeZoneName')?.value
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(said ?? '') ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}

const two = (value: number) => String(value).padStart(2, '0')

const named = (zone: string, offset: number) => {
  const ahead = Math.abs(offset)
  return `(GMT${offset < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}) ${zone.replaceAll('_', ' ')}`
}

/** A zone as lists of zones read: (GMT+01:00) Europe/Lisbon. */
export const zoneName = (zone: string, at: Date): string => named(zone, offsetOf(zone, at))

/** The time zones that this browser knows, from west to east. */
export const zonesAt = (at: Date): readonly Option<string>[] =>
  ['UTC', ...Intl.supportedValuesOf('timeZone').filter(zone => zone !== 'UTC')]
    .map(zone => ({ zone, offset: offsetOf(zone, at) }))
    .toSorted((a, b) => a.offset - b.offset || a.zone.localeCompare(b.zone))
    .map(({ zone, offset }) => ({ value: zone, label: named(zone, offset) }))
