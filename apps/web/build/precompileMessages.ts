import { parse } from '@formatjs/icu-messageformat-parser'
import { isPlain } from '@steading/locales/text'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Plugin } from 'vite'

const languageFile = /packages.locales.src.[a-z]{2}-[A-Z]{2}\.json\?url$/

/** The texts of a language, those with something to parse as their parser leaves them. */
export const parsed = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, isPlain(text) ? text : parse(text)]))

/** Parses the texts while building, so that no screen has to load a parser; while developing they stay as they are. */
export const precompileMessages = (): Plugin => ({
  name: 'spoken',
  apply: 'build',
  enforce: 'pre',
  config: () => ({
    resolve: {
      alias: [{ find: /^@formatjs\/icu-messageformat-parser$/, replacement: '@formatjs/icu-messageformat-parser/no-parser.js' }],
    },
  }),
  load: {
    filter: { id: languageFile },
    handler(id) {
      const file = id.replace(/\?url$/, '')
      const source = JSON.stringify(parsed(JSON.parse(readFileSync(file, 'utf8'))))
      const asset = this.emitFile({ type: 'asset', name: basename(file), source })
      return `export default import.meta.ROLLUP_FILE_URL_${asset}`
    },
  },
})
