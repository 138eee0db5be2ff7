import { cookieLanguage } from '@steading/locales/languageCookie'
import { type Language, matchLanguage } from '@steading/locales/languages'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { html } from '../platform/text/html.ts'

/** What the build of the web app lists (`apps/web/build/preloads.ts`): text files by language, files and texts by page path. */
const Preloads = z.object({
  texts: z.record(z.string(), z.object({ start: z.string(), parts: z.array(z.string()) })),
  pages: z.record(z.string(), z.object({ files: z.array(z.string()), texts: z.array(z.number()) })),
})
export type Preloads = z.output<typeof Preloads>

export const readPreloads = (file: Buffer): Preloads => Preloads.parse(JSON.parse(String(file)))

/** The path of the page that an address opens: the exact one, else the one that matches with parameters. */
function pagePath(paths: readonly string[], address: string): string | undefined {
  const matches = (path: string) => {
    const parts = path.split('/')
    const given = address.split('/')
    return (
      parts.length === given.length &&
      parts.every((part, at) => part === given[at] || (/^\{\w+\}$/.test(part) && given[at] !== ''))
    )
  }
  return paths.find(path => path === address) ?? paths.find(matches)
}

/** The language that the page will show: of its cookie, else the best of Accept-Language. */
export const pageLanguage = (headers: Pick<IncomingHttpHeaders, 'cookie' | 'accept-language'>): Language =>
  cookieLanguage(headers.cookie) ?? matchLanguage(headers['accept-language'])

/**
 * Elements that preload the texts of the language and the files of the page, so that they do not wait until the scripts
 * before them have run. `as="fetch"` and `crossorigin`: the web app fetches them by `fetch` and takes what was preloaded alike.
 */
export function preloadLinks({ texts, pages }: Preloads, url: string, language: Language): string {
  const path = pagePath(Object.keys(pages), url.replace(/[?#].*$/, ''))
  const page = path === undefined ? undefined : pages[path]
  const spoken = texts[language]
  const files = [spoken?.start, ...(page?.texts.map(part => spoken?.parts[part]) ?? []), ...(page?.files ?? [])]
  return files
    .filter(file => file !== undefined)
    .map(file =>
      file.endsWith('.css')
        ? html`<link rel="preload" as="style" href="/${file}" />`.html
        : html`<link rel="preload" as="fetch" crossorigin href="/${file}" />`.html,
    )
    .join('\n    ')
}
