import type { Rolldown } from 'vite'

export type Chunk = Pick<
  Rolldown.OutputChunk,
  'fileName' | 'imports' | 'moduleIds' | 'code' | 'isEntry' | 'isDynamicEntry' | 'facadeModuleId'
>

/** The chunks that these import at once, themselves included. */
export function closureOf<C extends Pick<Chunk, 'fileName' | 'imports'>>(
  chunks: readonly C[],
  starts: readonly C[],
): ReadonlySet<C> {
  const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const reached = new Set(starts)
  // A set goes on over what is added meanwhile.
  for (const chunk of reached)
    for (const name of chunk.imports) {
      const next = byName.get(name)
      if (next) reached.add(next)
    }
  return reached
}

/** Whether there is nothing in a chunk but what it brings along of styles: Vite takes its script away after all. A chunk without modules hands on another. */
export const isStyle = ({ moduleIds }: Pick<Chunk, 'moduleIds'>): boolean =>
  moduleIds.length > 0 && moduleIds.every(id => /\.css(\?|$)/.test(id))
