import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { failPoints, mutants } from './mutants.ts'
import type { Change } from './mutants.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const all = [...mutants, ...failPoints]
const ruined: Change = {
  name: 'ruined',
  breaks: 'a call that has lost an argument, and one that has the wrong one',
  edits: [{ file: 'chaos/random.ts', find: 'let state =', replace: 'Math.sign()\n  Math.sign(null)\n  let state =' }],
}

/** The files that a change touches, changed. */
function filesOf({ edits }: Change): Map<string, string> {
  const files = new Map<string, string>()
  for (const { file, find, replace } of edits) {
    const source = files.get(file) ?? readFileSync(join(root, file), 'utf8')
    files.set(
      file,
      source.replaceAll(find, () => replace),
    )
  }
  return files
}

/** What the compiler says of files that are changed, each beside those that are not: `name: file(line,column): error`. */
function typeErrors(changes: readonly Change[]): string[] {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'steading-mutants-')))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const files: string[] = []
  for (const change of changes)
    for (const [file, text] of filesOf(change)) {
      const copy = join(folder, change.name, file)
      mkdirSync(dirname(copy), { recursive: true })
      const absolute = (_: string, before: string, path: string) => `${before}'${join(root, dirname(file), path)}'`
      writeFileSync(
        copy,
        text
          .replaceAll(`'file://${root}`, `'${root}`)
          .replaceAll(/((?:from|import\(|declare module)\s*)'(\.\.?\/[^']+)'/g, absolute),
      )
      files.push(copy)
    }
  const config = {
    extends: join(root, 'tsconfig.base.json'),
    // A change breaks something: it may leave an import over.
    compilerOptions: { noUnusedLocals: false, noUnusedParameters: false },
    files,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  )
  rmSync(folder, { recursive: true })
  const names = changes.map(({ name }) => `${name}/`)
  // A parameter without a type harms nobody.
  return stdout.split('\n').filter(line => names.some(name => line.startsWith(name)) && !/error TS70\d\d:/.test(line))
}

// Most of them are played at night alone: a line that is gone is seen before.
test('each change finds the lines that it replaces', () => {
  const gone = all.flatMap(({ name, edits }) =>
    edits.flatMap(({ file, find }) =>
      readFileSync(join(root, file), 'utf8').includes(find) ? [] : [`${name}: ${file}: ${find}`],
    ),
  )
  expect(gone).toEqual([])
})

// One that crashes breaks no guarantee, and looks like one that is caught.
test('each change compiles against the types of the product', { tags: ['nightly'] }, () => {
  expect(typeErrors(all)).toEqual([])
})

test('a change that does not compile is found', { tags: ['nightly'] }, () => {
  expect(typeErrors([ruined])).toEqual([
    expect.stringMatching(/^ruined\/chaos\/random\.ts.*Expected 1 arguments, but got 0/),
    expect.stringMatching(/^ruined\/chaos\/random\.ts.*'null' is not assignable/),
  ])
})
