const formats = new Map<string, Intl.DateTimeFormat>()

/** Minutes ahead of UTC in a zone at a moment. */
export function offsetOf(zone: string, at: Date): number {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  formats.set(zone, format)
  const name = format.formatToParts(at).find(part => part.type === 'timeZoneName')?.value
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(name ?? '') ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}

const two = (value: number) => String(value).padStart(2, '0')

/** How far a zone is ahead of UTC at a moment: "+01:00". */
export function utcOffset(zone: string, at: Date): string {
  const offset = offsetOf(zone, at)
  const ahead = Math.abs(offset)
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`
}

/** A zone as lists and mails tell it: (GMT+01:00) Europe/Lisbon. */
export const zoneName = (zone: string, at: Date): string => `(GMT${utcOffset(zone, at)}) ${zone.replaceAll('_', ' ')}`
