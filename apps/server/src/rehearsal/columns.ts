/** The readings of one interface in a part of the span, by time. */
export interface Columns {
  /** ms UTC */
  readonly times: Float64Array
  /** Booleans as 0 and 1; empty where there are texts. */
  readonly values: Float64Array
  readonly texts: readonly string[] | null
  /** Averages of five minutes replace readings. */
  readonly approximate: boolean
}

export const NONE: Columns = { times: new Float64Array(), values: new Float64Array(), texts: null, approximate: false }

export const bytesOf = ({ times, values, texts }: Columns): number =>
  times.byteLength + values.byteLength + (texts ?? []).reduce((sum, text) => sum + 2 * text.length + 16, 0)

/** PostgreSQL counts µs from 2000. */
const EPOCH = Date.UTC(2000, 0, 1)
const HEADER = 19
/** Header of an array: dimensions, null flag, type, length, lower bound. */
const ARRAY_HEADER = 20

/**
 * Reads binary rows of COPY (interface int4, approximate bool, times timestamptz[], values float8[], texts text[]). No element is
 * null; one of the last two columns is.
 */
export function decode(bytes: ArrayBuffer): Map<string, Columns> {
  const view = new DataView(bytes)
  const found = new Map<string, Columns>()
  let at = HEADER
  const field = () => {
    const length = view.getInt32(at)
    const start = at + 4
    at = start + Math.max(0, length)
    return length < 0 ? null : start
  }
  while (at + 2 <= bytes.byteLength && view.getInt16(at) > 0) {
    at += 2
    const id = field()
    const approximate = field()
    const times = field()
    const values = field()
    const texts = field()
    if (id === null || approximate === null || times === null) throw new Error('the history of a rehearsal is broken')
    found.set(String(view.getInt32(id)), {
      times: eachOf(view, times, instant),
      values: values === null ? new Float64Array() : eachOf(view, values, number),
      texts: texts === null ? null : textsOf(view, texts),
      approximate: view.getInt8(approximate) === 1,
    })
  }
  return found
}

const lengthOf = (view: DataView, start: number) => (view.getInt32(start) === 0 ? 0 : view.getInt32(start + 12))
const instant = (view: DataView, at: number) => (view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4)) / 1000 + EPOCH
const number = (view: DataView, at: number) => view.getFloat64(at)

/** Elements of eight bytes, each preceded by its length. */
function eachOf(view: DataView, start: number, read: (view: DataView, at: number) => number): Float64Array {
  const all = new Float64Array(lengthOf(view, start))
  for (let index = 0, at = start + ARRAY_HEADER + 4; index < all.length; index++, at += 12) all[index] = read(view, at)
  return all
}

function textsOf(view: DataView, start: number): string[] {
  const utf8 = new TextDecoder()
  let at = start + ARRAY_HEADER
  return Array.from({ length: lengthOf(view, start) }, () => {
    const length = view.getInt32(at)
    const text = utf8.decode(new Uint8Array(view.buffer, at + 4, length))
    at += 4 + length
    return text
  })
}
