import { parse } from '@formatjs/icu-messageformat-parser'
import { isPlain } from '@steading/locales/text'
import type { Plugin } from 'vite'

const languageFile = /packages.locales.src.[a-z]{2}-[A-Z]{2}\.json\?url$/

/** Texts of a language, those with something to parse as their parser leaves them. */
export const parsed = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, isPlain(text) ? text : parse(text)]))

/** Leaves out the parser and the whole language files, which only the screens in development load: `splitTexts` writes the parsed texts. */
export const precompileMessages = (): Plugin => ({
  name: 'spoken',
  apply: 'build',
  enforce: 'pre',
  config: () => ({
    resolve: {
      alias: [{ find: /^@formatjs\/icu-messageformat-parser$/, replacement: '@formatjs/icu-messageformat-parser/no-parser.js' }],
    },
  }),
  load: { filter: { id: languageFile }, handler: () => `export default ''` },
})
