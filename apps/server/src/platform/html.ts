const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A piece of HTML that may stand in another. */
export interface Html {
  readonly html: string
}

const shown = (value: string | number | Html | readonly Html[]): string =>
  typeof value === 'object'
    ? 'html' in value
      ? value.html
      : value.map(one => one.html).join('')
    : String(value).replaceAll(/[&<>"']/g, character => ENTITIES[character]!)

/** html`<p>${text}</p>`: everything put in is escaped, unless it was made in this way itself. */
export const html = (pieces: TemplateStringsArray, ...values: readonly (string | number | Html | readonly Html[])[]): Html => ({
  html: pieces.map((piece, at) => (at === 0 ? piece : shown(values[at - 1]!) + piece)).join(''),
})
