// Loaded with --import: changes lines of a program while it loads, as MUTANT and FAIL say, and fails loudly if a line is gone.
// So a guarantee can be broken, and a fault set off at a chosen place, without a trace of either in the product.
import { registerHooks } from 'node:module'
import { changesOf } from './mutants.ts'

const changes = changesOf(process.env.MUTANT, process.env.FAIL)

if (changes.length > 0)
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      const edits = changes.flatMap(({ name, edits }) =>
        edits.filter(({ file }) => url.endsWith(`/${file}`)).map(edit => ({ name, ...edit })),
      )
      if (edits.length === 0) return loaded
      let source = typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString() // safe: a module that is loaded has one
      for (const { name, file, find, replace } of edits) {
        if (!source.includes(find)) throw new Error(`${name}: ${file} has no longer «${find}»`)
        source = source.replaceAll(find, () => replace)
      }
      return { ...loaded, source }
    },
  })
