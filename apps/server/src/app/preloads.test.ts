import { expect, test } from 'vitest'
import { pageLanguage, preloadLinks, readPreloads } from './preloads.ts'

const preloads = readPreloads(
  Buffer.from(
    JSON.stringify({
      texts: {
        'en-US': { start: 'assets/en.json', parts: ['assets/en0.json', 'assets/en1.json'] },
        'de-DE': { start: 'assets/de.json', parts: ['assets/de0.json', 'assets/de1.json'] },
      },
      pages: {
        '/login': { files: ['assets/login.js', 'assets/login.css'], texts: [] },
        '/events/{eventId}': { files: ['assets/event.js'], texts: [0, 1] },
        '/events/create': { files: ['assets/create.js'], texts: [1] },
      },
    }),
  ),
)
const hrefs = (url: string, headers: Parameters<typeof pageLanguage>[0] = {}) =>
  [...preloadLinks(preloads, url, pageLanguage(headers)).matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

test('preloads texts and scripts as the web app fetches them', () => {
  const links = preloadLinks(preloads, '/login', 'en-US').split(/\n */)
  expect(links).toEqual([
    '<link rel="preload" as="fetch" crossorigin href="/assets/en.json" />',
    '<link rel="preload" as="fetch" crossorigin href="/assets/login.js" />',
    '<link rel="preload" as="style" href="/assets/login.css" />',
  ])
})

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', '/assets/de.json'],
  ['xx,en;q=0.1,de;q=0.5', '/assets/de.json'],
  [undefined, '/assets/en.json'],
])('preloads the texts of Accept-Language %s', (language, file) => {
  expect(hrefs('/unknown', { 'accept-language': language })).toEqual([file])
})

test('preloads the texts of the language cookie before those of Accept-Language', () => {
  expect(hrefs('/unknown', { cookie: 'language=de-DE', 'accept-language': 'en' })).toEqual(['/assets/de.json'])
})

test('falls back to Accept-Language if the cookie names no known language', () => {
  expect(hrefs('/unknown', { cookie: 'language=xx-XX', 'accept-language': 'de' })).toEqual(['/assets/de.json'])
})

test.each([
  ['/events/create', ['/assets/en1.json', '/assets/create.js']],
  ['/events/42?tab=log', ['/assets/en0.json', '/assets/en1.json', '/assets/event.js']],
])('preloads the files of the page at %s', (url, files) => {
  expect(hrefs(url)).toEqual(['/assets/en.json', ...files])
})

test('preloads the texts of the page in its language', () => {
  expect(hrefs('/events/create', { 'accept-language': 'de' })).toEqual([
    '/assets/de.json',
    '/assets/de1.json',
    '/assets/create.js',
  ])
})

test.each(['/events/', '/events/42/more', '/'])('preloads no page for %s', url => {
  expect(hrefs(url)).toEqual(['/assets/en.json'])
})
