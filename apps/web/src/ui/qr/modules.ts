import { encode } from 'uqr'

/** Light modules around a code: readers find no edge without them. */
const quiet = 4

/** The modules of a text as a QR code, dark ones true, with their quiet zone. A quarter may be covered with dirt or glare. */
export const modulesOf = (text: string): readonly (readonly boolean[])[] => encode(text, { ecc: 'Q', border: quiet }).data

/** One path for all dark modules, each run of a row one stroke. */
export function pathOf(rows: readonly (readonly boolean[])[]): string {
  const strokes = rows.flatMap((row, y) =>
    row.flatMap((dark, x) => {
      if (!dark || row[x - 1]) return []
      const end = row.indexOf(false, x)
      const length = (end === -1 ? row.length : end) - x
      return `M${x} ${y}h${length}v1h-${length}z`
    }),
  )
  return strokes.join('')
}
