/** Text as searches compare it: neither case nor accents tell letters apart. The database's `plain` says the same. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')

/** Does a text hold what somebody typed into a search? */
export const holds = (text: string, typed: string): boolean => plain(text).includes(plain(typed.trim()))
