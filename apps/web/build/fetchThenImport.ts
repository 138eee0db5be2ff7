import { join } from 'node:path'
import type { ModulePreloadOptions, Plugin } from 'vite'

const OURS = join(import.meta.dirname, '../src/platform/modules/fetchThenImport.ts')

/** What each file imports at once, and which every page begins with. */
let imports = new Map<string, readonly string[]>()
let entries: readonly string[] = []
/** Scripts with nothing in them but what they bring along of styles: Vite takes them away after all. */
let styles: ReadonlySet<string> = new Set()

/** What an import on demand needs is fetched by our own `files.ts`, which can try again, instead of Vite's own helper. */
export const filesFirst = (): Plugin => ({
  name: 'files-first',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper/ },
    handler: () => `export { filesFirst as __vitePreload } from ${JSON.stringify(OURS)}`,
  },
  generateBundle: {
    order: 'pre',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter(one => one.type === 'chunk')
      imports = new Map(chunks.map(chunk => [chunk.fileName, chunk.imports]))
      entries = chunks.filter(chunk => chunk.isEntry).map(chunk => chunk.fileName)
      styles = new Set(chunks.filter(chunk => chunk.moduleIds.every(id => /\.css(\?|$)/.test(id))).map(chunk => chunk.fileName))
    },
  },
})

/**
 * The scripts that must be here before `file` is imported; Vite names none for a file that needs no other. The page (`html`)
 * preloads all of its scripts: none of them is here before.
 */
export const scriptsFor: NonNullable<ModulePreloadOptions['resolveDependencies']> = (file, scripts, { hostId, hostType }) => {
  if (hostType === 'html') return scripts
  const here = new Set([...entries, hostId])
  // A set goes on over what is added meanwhile.
  for (const one of here) for (const next of imports.get(one) ?? []) here.add(next)
  return (scripts.length > 0 ? scripts : [file]).filter(one => !here.has(one) && !styles.has(one))
}
