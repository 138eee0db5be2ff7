/** A local date YYYY-MM-DD as people read it: DD-MM-YYYY. */
export const dateWords = (date: string): string => date.split('-').toReversed().join('-')
