/** Colours of documents: the light scheme of the screens. */
export const DOCUMENT_COLOURS = {
  ink: '#1d1f1c',
  support: '#4c4f4b',
  label: '#656864',
  line: '#dee0dd',
  edge: '#898b88',
  accent: '#066d79',
  /** Of the lines of charts, in their order. */
  series: ['#0b4ca3', '#de7912', '#2ca398', '#6e4756'],
} as const
