/** Configuration that the server or the build writes into the page, by the name of its meta element; undefined if empty. */
export const bootConfig = (
  name: 'tenant' | 'map-tiles' | 'cache-seconds' | 'event-files' | 'event-file-mb' | 'texts',
): string | undefined =>
  // Unit tests have no document.
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content || undefined
