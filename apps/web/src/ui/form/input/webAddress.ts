/** What is wrong with a web address: it cannot be read, or leads elsewhere than to the web. */
export type WebAddressFault = 'form' | 'scheme'

/** Checks a trimmed address; an empty one is no fault. */
export function webAddressFault(typed: string): WebAddressFault | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') return 'scheme'
  if (!/^https?:\/\/[^\s/]/i.test(text) || /\s/.test(text) || !URL.canParse(text)) return 'form'
  return undefined
}
