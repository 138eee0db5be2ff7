import { text } from '../fields.ts'

/** The name of a widget; left out, that of what it shows. */
export const title = text(150)
