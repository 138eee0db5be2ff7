import { gzipSync } from 'node:zlib'
import type { InlineConfig, Rolldown } from 'vite'
import { build } from 'vite'
import { bitSetFactory, sizeOutside, union } from './bitSet.ts'
import type { BitSet } from './bitSet.ts'

/** Code that some parts of the program share, and all of which they get. */
export interface Shared {
  /** gzipped */
  readonly bytes: number
  /** Parts of the program, opened one by one, that need it. */
  readonly parts: ReadonlySet<string>
  /** Places in the list of those that it needs itself. */
  readonly needs: readonly number[]
}

export interface Prices {
  /** Bytes that a file more is worth: what a phone on a farm waits for one more of them. */
  readonly file: number
  /** These must not get heavier for the sake of others. */
  readonly isTight: (part: string) => boolean
}

interface Heap {
  readonly members: readonly number[]
  readonly bytes: number
  readonly parts: BitSet
}

/**
 * Puts together what is mostly needed together: as long as what parts gain by fewer files outweighs what they load in vain, of
 * what those need in turn as well. So no two files come to need one another. Answers places in the list.
 */
export function heapsOf(all: readonly Shared[], { file, isTight }: Prices): number[][] {
  // Every pair of heaps is compared after each step: sets of bits take a sixth of the time of sets of names.
  const names = new Set(all.flatMap(({ parts }) => [...parts]))
  const setOf = bitSetFactory(names)
  const none = setOf([])
  const tight = setOf([...names].filter(isTight))
  let heaps = all.map(({ bytes, parts }, at): Heap => ({ members: [at], bytes, parts: setOf(parts) }))
  /** What the parts pay that get `bytes` and `files` which they did not need: those of `parts` that are not in `users`. */
  const price = (parts: BitSet, users: BitSet, bytes: number, files: number) => {
    const count = sizeOutside(parts, users, tight)
    return count === 0 ? 0 : count * (bytes + files * file)
  }

  for (;;) {
    const home = all.map((_, at) => heaps.findIndex(({ members }) => members.includes(at)))
    const needs = heaps.map(
      ({ members }, own) => new Set(members.flatMap(at => all[at]!.needs.map(need => home[need]!)).filter(at => at !== own)),
    )
    const below = needs.map((_, at) => reached(needs, at))
    const gain = (a: number, b: number) => {
      const heap = heaps[a]!
      const other = heaps[b]!
      const vain = price(other.parts, heap.parts, heap.bytes, 0) + price(heap.parts, other.parts, other.bytes, 0)
      if (vain === Infinity) return 0
      const common = sizeOutside(other.parts, none, none) - sizeOutside(other.parts, heap.parts, none)
      const spared = common * file
      if (vain >= spared) return 0
      const parts = union(heap.parts, other.parts)
      const deeper = [...new Set([...below[a]!, ...below[b]!])].filter(at => at !== a && at !== b)
      return deeper.reduce((left, at) => left - price(parts, heaps[at]!.parts, heaps[at]!.bytes, 1), spared - vain)
    }
    let best: { readonly a: number; readonly b: number; readonly gain: number } | undefined
    for (let a = 0; a < heaps.length; a++)
      for (let b = 0; b < a; b++) {
        const won = gain(a, b)
        if (won > (best?.gain ?? 0)) best = { a, b, gain: won }
      }
    if (!best) return heaps.map(({ members }) => [...members])
    const { a, b } = best
    const one = heaps[a]!
    const other = heaps[b]!
    const parts = union(one.parts, other.parts)
    const deeper = new Set([...below[a]!, ...below[b]!])
    heaps = [
      ...heaps.flatMap((heap, at) =>
        at === a || at === b ? [] : [deeper.has(at) ? { ...heap, parts: union(heap.parts, parts) } : heap],
      ),
      { members: [...one.members, ...other.members], bytes: one.bytes + other.bytes, parts },
    ]
  }
}

function reached(needs: readonly ReadonlySet<number>[], from: number): Set<number> {
  const seen = new Set<number>()
  const left = [...needs[from]!]
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (seen.has(at)) continue
    seen.add(at)
    left.push(...needs[at]!)
  }
  return seen
}

/** The name of the file that each module goes into; those that stay where they are have none. Builds once, to see who needs what. */
export async function mergeSharedChunks(config: InlineConfig, prices: Prices): Promise<ReadonlyMap<string, string>> {
  const built = (await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, reportCompressedSize: false },
  })) as Rolldown.RolldownOutput // safe: one output, not watched
  const chunks = built.output.filter(one => one.type === 'chunk')
  const byFile = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const closure = (file: string, seen = new Set<string>()): Set<string> => {
    if (!seen.has(file)) {
      seen.add(file)
      byFile.get(file)?.imports.forEach(next => closure(next, seen))
    }
    return seen
  }
  const always = new Set(chunks.filter(chunk => chunk.isEntry).flatMap(chunk => [...closure(chunk.fileName)]))
  const parts = chunks.filter(chunk => chunk.isDynamicEntry)
  const needed = new Map<string, Set<string>>()
  for (const { fileName, facadeModuleId } of parts)
    for (const file of closure(fileName)) needed.set(file, (needed.get(file) ?? new Set()).add(facadeModuleId ?? fileName))
  const shared = chunks.filter(
    chunk =>
      !chunk.isEntry &&
      !chunk.isDynamicEntry &&
      !always.has(chunk.fileName) &&
      chunk.moduleIds.length > 0 &&
      needed.has(chunk.fileName),
  )
  const place = new Map(shared.map((outputChunk, at) => [outputChunk.fileName, at]))
  const heaps = heapsOf(
    shared.map(({ code, fileName, imports }) => ({
      bytes: gzipSync(code).length,
      parts: needed.get(fileName)!,
      needs: imports.flatMap(one => place.get(one) ?? []),
    })),
    prices,
  )
  return new Map(
    heaps.flatMap((members, n) => members.flatMap(at => shared[at]!.moduleIds.map(id => [id, `shared-${n}`] as const))),
  )
}
