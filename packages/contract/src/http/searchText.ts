/** Text as searches compare it: neither case nor accents tell letters apart. The database's `plain` says the same. */
export const normalizeForSearch = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')

/** Does a text hold what somebody typed into a search? */
export const containsText = (text: string, typed: string): boolean =>
  normalizeForSearch(text).includes(normalizeForSearch(typed.trim()))
