import { join } from 'node:path'
import type { ModulePreloadOptions, Plugin } from 'vite'
import { isStyle } from './closure.ts'

const OURS = join(import.meta.dirname, '../src/platform/modules/fetchThenImport.ts')

/** What each file imports at once, and which every page begins with. */
let imports = new Map<string, readonly string[]>()
let entries: readonly string[] = []
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
      styles = new Set(chunks.filter(isStyle).map(chunk => chunk.fileName))
    },
  },
})

/**
 * The scripts that an import of `file` names: itself, unless it is here already. What it needs in turn is listed with the texts
 * (`splitTexts.ts`): those lists would be a third of the first script. The page (`html`) preloads all of its scripts.
 */
export const scriptsFor: NonNullable<ModulePreloadOptions['resolveDependencies']> = (file, scripts, { hostId, hostType }) => {
  if (hostType === 'html') return scripts
  const here = new Set([...entries, hostId])
  // A set goes on over what is added meanwhile.
  for (const one of here) for (const next of imports.get(one) ?? []) here.add(next)
  return here.has(file) || styles.has(file) ? [] : [file]
}
