import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Parts of libraries that no screen calls but every screen would load: JSON schemas of schemas, English sentences of problems (the
 * texts replace them), skeletons of number formats, Mantine's written style sheet (a file of the theme replaces it), and groups of
 * buttons.
 */
const parts = new RegExp(
  [
    String.raw`\/zod\/v4\/(core\/(to-json-schema|json-schema-processors)|locales\/en)\.js$`,
    String.raw`\/@formatjs\/icu-skeleton-parser\/index\.js$`,
    String.raw`\/Button\/(ButtonGroup|ButtonGroupSection)\/\w+\.mjs$`,
    String.raw`\/MantineCssVariables\/(default-css-variables-resolver|get-css-color-variables)\.mjs$`,
  ].join('|'),
)

/** Lets Zod parse values that contain themselves, which JSON cannot hold; Zod does without it where there is none. */
const MEMOIZER = /\/zod\/v4\/core\/memoizer\.js$/

/** The names that a module exports. */
export function exportsOf(code: string): string[] {
  const declared = [...code.matchAll(/^export (?:const|let|function|class) (\w+)/gm)].map(found => found[1]!)
  const listed = [...code.matchAll(/^export \{([^}]*)\}/gm)].flatMap(found =>
    found[1]!
      .split(',')
      .map(one =>
        one
          .trim()
          .split(/\s+as\s+/)
          .at(-1)!,
      )
      .filter(Boolean),
  )
  const main = /^export default /m.test(code) ? ['default'] : []
  return [...new Set([...declared, ...listed, ...main])]
}

/** Leaves them out. What they export is there, makes what it is asked to make, and throws as soon as that is called. */
export const stubUnusedModules = (): Plugin => ({
  name: 'left-out',
  apply: 'build',
  load: {
    filter: { id: [parts, MEMOIZER] },
    handler(id) {
      const names = exportsOf(readFileSync(id, 'utf8'))
      if (MEMOIZER.test(id)) return names.map(name => `export const ${name} = () => undefined`).join('\n')
      const absent = `const absent = () => () => { throw new Error('this part of a library is left out of the screens') }`
      return [absent, `export { ${names.map(name => `absent as ${name}`).join(', ')} }`].join('\n')
    },
  },
})

const summary = /^ +summary:\s+(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),?\n/gm

/** A module of the contract without what only its documentation says: the summaries of its routes. */
export const withoutSummaries = (code: string): string => code.replace(summary, '')

/** Leaves out what routes say of themselves: the server prints it, no screen does. */
export const stripSummaries = (): Plugin => ({
  name: 'unsaid',
  apply: 'build',
  enforce: 'pre',
  transform: { filter: { id: /packages.contract.src.(?:[\w-]+.)*[\w-]+\.ts$/ }, handler: code => withoutSummaries(code) },
})
