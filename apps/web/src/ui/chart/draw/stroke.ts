/** Colours of a chart. */
const COLOURS = 8

/** Drawn and left out, px, of each half turn of the colours: lines of the same colour differ by them. */
const DASHES: readonly (readonly number[] | undefined)[] = [undefined, [7, 3], [2, 2], [8, 3, 2, 3], [2, 5], [8, 3, 2, 3, 2, 3]]
const REFERENCE = [5, 4]

export interface Stroke {
  /** 1 to 8 */
  readonly colour: number
  /** Undefined: drawn through. */
  readonly dash: readonly number[] | undefined
}

/** How the line of a series is drawn, in charts and in what explains them; `dashed`: a forecast or a reference. */
export function strokeOf({ series, dashed = false }: { readonly series: number; readonly dashed?: boolean | undefined }): Stroke {
  const half = Math.floor((series - 1) / (COLOURS / 2))
  return { colour: ((series - 1) % COLOURS) + 1, dash: dashed ? REFERENCE : DASHES[half % DASHES.length] }
}
