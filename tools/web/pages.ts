import { readdirSync, readFileSync, existsSync } from 'node:fs'

/** The paths of all pages that some slice of the web builds: they are the keys of its `pages`. */
export function builtPages(): string[] {
  const all = new Set(
    [...readFileSync('apps/web/src/platform/navigation/paths.ts', 'utf8').matchAll(/^ {2}'(\/[^']*)':/gm)].map(
      ([, path]) => path!,
    ),
  )
  const doors = readdirSync('apps/web/src')
    .map(name => `apps/web/src/${name}/index.ts`)
    .filter(file => existsSync(file))
  const named = doors.flatMap(file => [...readFileSync(file, 'utf8').matchAll(/^\s*'(\/[^']*)':/gm)].map(([, path]) => path!))
  return named.filter(path => all.has(path))
}
