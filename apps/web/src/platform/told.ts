/** What the server told the page before its screens could ask, by the name of its meta element; undefined where it said nothing. */
export const told = (name: 'tenant' | 'map-tiles' | 'cache-seconds' | 'event-files' | 'event-file-mb'): string | undefined =>
  // The tests of decisions have no page.
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content || undefined
