/** The page of an address that may be embedded: of https, and not of the platform itself. */
export function embeddable(address: string, own: string): URL | undefined {
  if (!URL.canParse(address)) return undefined
  const page = new URL(address)
  return page.protocol === 'https:' && page.origin !== own && page.username === '' && page.password === '' ? page : undefined
}
