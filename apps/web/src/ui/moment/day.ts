const entry = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/
const two = (text: string) => text.padStart(2, '0')

/** A day as somebody typed it, DD-MM-YYYY, as YYYY-MM-DD. '' is no day, undefined is nothing that can be read. */
export function readDay(typed: string): string | undefined {
  const text = typed.trim()
  if (text === '') return ''
  const [, day = '', month = '', year = ''] = entry.exec(text) ?? []
  const read = `${year}-${two(month)}-${two(day)}`
  const at = Date.parse(`${read}T00:00:00Z`)
  // The calendar has it: the 31st of April is read as the 1st of May.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(read) ? read : undefined
}

/** YYYY-MM-DD as people read it; anything else as it is. */
export const writeDay = (day: string | undefined): string =>
  day && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day.split('-').toReversed().join('-') : (day ?? '')
