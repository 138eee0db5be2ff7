const two = (part: number) => String(part).padStart(2, '0')

/** Minutes as HH:mm. */
export const clockOf = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

/** One figure after a dot is a part of an hour to one and minutes to another. */
const parts = /^(\d{1,2})(?:(?:[:h]\s*|\.(?=\d\d))(\d{1,2})(?:[:.]\s*(\d{1,2}))?)?$/
const bare = /^\d{3,6}$/

/**
 * A time of the clock as somebody typed it: 6, 630, 6:30, 06:30:15. It leaves as HH:mm, with `seconds` as HH:mm:ss; '' is no
 * time, undefined is nothing that can be read.
 */
export function readClock(typed: string, seconds = false): string | undefined {
  const text = typed.trim()
  if (text === '') return ''
  // The end of a day, as its axis has it.
  if (seconds && /^24[:.h]?(00)?([:.]?00)?$/.test(text)) return '23:59:59'
  // Digits alone: from the right, two for each part.
  const even = text.length % 2 === 0 ? text : `0${text}`
  const split = bare.test(text) ? (even.match(/../g) ?? []).join(':') : text
  const [, hour, minute = '0', second = '0'] = parts.exec(split) ?? []
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  if (!seconds && Number(second) > 0) return undefined
  const read = clockOf(Number(hour) * 60 + Number(minute))
  return seconds ? `${read}:${two(Number(second))}` : read
}

const minutesAlone = /^(\d{1,3})(?:\s*m(?:in)?\.?)?$/i
const hoursAlone = /^(\d{1,2})\s*h$/i

/** How long something lasts, as HH:mm, as somebody typed it: 10, 120 and 10 min are minutes, 2 h, 0130 and 1:30 are hours. */
export function readLasting(typed: string): string | undefined {
  const text = typed.trim()
  const minutes = minutesAlone.exec(text)
  if (minutes) return clockOf(Number(minutes[1]))
  return readClock(hoursAlone.exec(text)?.[1] ?? text)
}
