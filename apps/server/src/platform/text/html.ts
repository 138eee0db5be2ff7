const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escaped HTML, which may be embedded in other HTML. */
export interface Html {
  readonly html: string
}

const shown = (value: string | number | Html | readonly Html[]): string =>
  typeof value === 'object'
    ? 'html' in value
      ? value.html
      : value.map(one => one.html).join('')
    : String(value).replaceAll(/[&<>"']/g, character => ENTITIES[character]!)

/** Template tag html`<p>${text}</p>`: escapes every value that is not Html itself. */
export const html = (pieces: TemplateStringsArray, ...values: readonly (string | number | Html | readonly Html[])[]): Html => ({
  html: pieces.map((piece, at) => (at === 0 ? piece : shown(values[at - 1]!) + piece)).join(''),
})
