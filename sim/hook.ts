import { registerHooks } from 'node:module'

/** A change of one module's text while it loads. */
export interface Edit {
  /** The end of its path. */
  readonly file: string
  readonly find: string
  readonly replace: string
}

/** What the simulation does without, by the ends of paths: the box's disk, and the doors that lead to a database. */
const STAND_INS: Readonly<Record<string, string>> = {
  '/apps/smartbox/src/platform/files.ts': './disk.ts',
  '/apps/server/src/readings/index.ts': './readings.ts',
}

/** Must run before the first of these modules is loaded. A text that is not found is an error, not a mutant that is missed. */
export function hook(edits: readonly Edit[]): void {
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context)
      const standIn = Object.entries(STAND_INS).find(([end]) => resolved.url.endsWith(end))
      return standIn ? { ...resolved, url: new URL(standIn[1], import.meta.url).href } : resolved
    },
    load(url, context, next) {
      const loaded = next(url, context)
      const own = edits.filter(({ file }) => url.endsWith(`/${file}`))
      if (own.length === 0) return loaded
      let source = typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString() // safe: a module that is loaded has one
      for (const { file, find, replace } of own) {
        if (source.split(find).length !== 2) throw new Error(`${file} does not say «${find}», or more than once`)
        source = source.replace(find, () => replace)
      }
      return { ...loaded, source }
    },
  })
}
