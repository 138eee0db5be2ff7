// Reads settings that a person wrote, and says clearly what is wrong with them. Every reader throws SettingsError.

export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

export interface Settings {
  /** Where these settings stand, for messages. */
  readonly at: string
  readonly has: (key: string) => boolean
  readonly text: (key: string, fallback?: string) => string
  /** A number from min to max. */
  readonly number: (key: string, min: number, max: number, fallback?: number) => number
  /** A whole number from min to max. */
  readonly whole: (key: string, min: number, max: number, fallback?: number) => number
  readonly choice: <Word extends string>(key: string, words: readonly Word[], fallback?: Word) => Word
  readonly flag: (key: string, fallback: boolean) => boolean
  /** A list of settings; none where it is missing. */
  readonly list: (key: string) => Settings[]
  readonly group: (key: string) => Settings
  /** Throws if there is a key that nobody knows: most often a slip of the pen. */
  readonly only: (...keys: string[]) => void
}

const show = (value: unknown): string => JSON.stringify(value) ?? 'nothing'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `at` names the place in messages, such as "driver modbus". */
export const settings = (source: unknown, at: string): Settings => {
  if (!isRecord(source)) throw new SettingsError(`${at} must be an object, not ${show(source)}`)
  const fail = (key: string, expected: string): never => {
    throw new SettingsError(`${at}: ${key} must be ${expected}, not ${show(source[key])}`)
  }
  const number = (key: string, min: number, max: number, fallback?: number): number => {
    const value = source[key] ?? fallback
    if (typeof value !== 'number' || !(value >= min && value <= max)) return fail(key, `a number from ${min} to ${max}`)
    return value
  }
  const text = (key: string, fallback?: string): string => {
    const value = source[key] ?? fallback
    return typeof value === 'string' && value !== '' ? value : fail(key, 'a text')
  }
  return {
    at,
    has: key => source[key] !== undefined,
    text,
    number,
    whole: (key, min, max, fallback) => {
      const value = number(key, min, max, fallback)
      return Number.isInteger(value) ? value : fail(key, 'a whole number')
    },
    choice: (key, words, fallback) => {
      const value = source[key] ?? fallback
      return words.find(word => word === value) ?? fail(key, `one of ${words.join(', ')}`)
    },
    flag: (key, fallback) => {
      const value = source[key] ?? fallback
      return typeof value === 'boolean' ? value : fail(key, 'true or false')
    },
    list: key => {
      const value = source[key] ?? []
      if (!Array.isArray(value)) return fail(key, 'a list')
      return value.map((item: unknown, index) => settings(item, `${at}: ${key}[${index}]`))
    },
    group: key => settings(source[key], `${at}: ${key}`),
    only: (...keys) => {
      const unknown = Object.keys(source).filter(key => !keys.includes(key))
      if (unknown.length > 0) throw new SettingsError(`${at} does not know ${unknown.join(', ')}; it knows ${keys.join(', ')}`)
    },
  }
}
