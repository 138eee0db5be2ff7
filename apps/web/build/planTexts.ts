import { type Prices, heapsOf } from './mergeChunks.ts'

/** Texts that are loaded with the start, parts that come with what needs them, and which chunk needs which parts. */
export interface TextPlan {
  readonly start: readonly string[]
  readonly parts: readonly (readonly string[])[]
  /** Places in the list of parts, by the file of a chunk that is imported on demand. */
  readonly needs: Readonly<Record<string, readonly number[]>>
}

interface Uses {
  /** Keys that every visit and the pages one comes to first use. */
  readonly start: ReadonlySet<string>
  /** Keys that a chunk uses with all that it imports at once, by its file. */
  readonly chunks: ReadonlyMap<string, ReadonlySet<string>>
}

/**
 * Divides the keys: what the start does not use goes by its area (`rule` of `rule.name`), and areas that are mostly needed together
 * become one part. Nobody loads what no chunk uses. `bytes`: the size of some keys.
 */
export function planTexts(
  { start, chunks }: Uses,
  bytes: (keys: readonly string[]) => number,
  { file }: Pick<Prices, 'file'>,
): TextPlan {
  const areas = new Map<string, { readonly keys: Set<string>; readonly parts: Set<string> }>()
  for (const [chunk, keys] of chunks)
    for (const key of keys) {
      if (start.has(key)) continue
      const name = key.slice(0, key.indexOf('.'))
      const area = areas.get(name) ?? { keys: new Set(), parts: new Set() }
      areas.set(name, area)
      area.keys.add(key)
      area.parts.add(chunk)
    }
  const all = [...areas.values()]
  const heaps = heapsOf(
    all.map(({ keys, parts }) => ({ bytes: bytes([...keys]), parts, needs: [] })),
    { file, isTight: () => false },
  )
  const needs = [...chunks.keys()].map(
    chunk => [chunk, heaps.flatMap((members, part) => (members.some(at => all[at]!.parts.has(chunk)) ? [part] : []))] as const,
  )
  return {
    start: [...start].toSorted(),
    parts: heaps.map(members => members.flatMap(at => [...all[at]!.keys]).toSorted()),
    needs: Object.fromEntries(needs.filter(([, parts]) => parts.length > 0)),
  }
}
