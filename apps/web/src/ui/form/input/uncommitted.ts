import { createContext } from 'react'

/**
 * Told by a field in which something is left typed; answers how to say that it is not any more. Until then what holds the field
 * keeps it, seen or not: what was typed is not to be dropped without a word.
 */
export const LeftHere = createContext<() => () => void>(() => () => undefined)

/** The first field of this form in which something that was typed was not taken, seen or not. */
export const firstLeft = (form: HTMLElement | null): Element | null => form?.querySelector('[data-left]') ?? null
