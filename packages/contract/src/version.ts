/** Of the program: what /meta.json says, and what the screens were built as. */
export const VERSION = '3.5.91'
