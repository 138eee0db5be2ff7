import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { createConfig, lint } from '@redocly/openapi-core'
import { cruise } from 'dependency-cruiser'
import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { contracts, VERSION } from '../../packages/contract/src/contracts.ts'
import { openapi } from '../../packages/contract/src/http/openapi.ts'
import { tableProblems } from './tables.ts'
import { vocabularyProblems } from './vocabulary.ts'
import { waitProblems } from './waits.ts'

interface Rule {
  readonly name: string
  readonly problems: readonly string[]
}

/** Fewer modules than this, and the cruiser has seen nothing: with an unknown compiler it reports success on none. */
const FLOOR = 1500
/** This file breaks the rules on purpose; a run that does not say so has not looked. */
const PLANTED = 'tools/planted/apps/server/src/rules/reaches-inside.ts'

/** The rules of the house that are no compiler's business. */
export async function houseProblems(): Promise<Rule[]> {
  return [
    { name: 'import rules', problems: await importProblems() },
    { name: 'equal stems', problems: stemProblems() },
    { name: 'one writer a table', problems: writerProblems() },
    { name: 'tables of slices below', problems: tableProblems(serverFiles(), migrations()) },
    { name: 'changing routes are tested', problems: untestedRoutes() },
    { name: 'docs/openapi.json', problems: [...openapiProblems(), ...(await openapiLint())] },
    {
      name: 'paths in documents',
      problems: files.filter(file => /^(?:[A-Z]+\.md|docs\/.*\.md)$/.test(file)).flatMap(pathProblems),
    },
    {
      name: 'waits of tests',
      problems: waitProblems(sources.map(path => ({ path, text: text(path) }))),
    },
    { name: 'size of folders', problems: folderProblems() },
    {
      // A part that was moved to its own style sheet would lose its style.
      name: 'no empty style sheet',
      problems: files.filter(file => file.endsWith('.css') && !text(file).trim()).map(file => `${file} is empty`),
    },
    {
      name: 'vocabulary',
      problems: vocabularyProblems(sources.filter(file => !file.endsWith('.gen.ts') && file !== 'tools/checks/vocabulary.ts')),
    },
    { name: 'nothing of this machine', problems: leakProblems() },
  ]
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter(file => file && existsSync(file))
const text = (file: string) => readFileSync(file, 'utf8')
const sources = files.filter(file => /\.tsx?$/.test(file) && !file.includes('/planted/'))

async function importProblems(): Promise<string[]> {
  const { forbidden, options } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
    forbidden: IForbiddenRuleType[]
    options: ICruiseOptions
  }
  const tsConfig = extractTSConfig('tsconfig.json')
  const look = async (roots: string[], more: ICruiseOptions = {}) => {
    const { output } = await cruise(roots, { ...options, ...more, ruleSet: { forbidden }, validate: true }, undefined, {
      tsConfig,
    })
    if (typeof output === 'string') throw new Error(output)
    return output
  }
  const { summary } = await look(['packages', 'apps'])
  const problems = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
  if (summary.totalCruised < FLOOR) problems.push(`only ${summary.totalCruised} modules seen, at least ${FLOOR} expected`)
  const planted = await look(['apps'], { baseDir: 'tools/planted' })
  if (!planted.summary.violations.some(({ from }) => PLANTED.endsWith(from)))
    problems.push(`the planted violation in ${PLANTED} was not caught`)
  return problems
}

const slicesOf = (app: string, outside: readonly string[]) =>
  readdirSync(`apps/${app}/src`, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && !outside.includes(entry.name))
    .map(entry => entry.name)

/** A slice is called the same in contract, server and web. */
function stemProblems(): string[] {
  const contract = new Set(Object.keys(contracts))
  const serverOnly = new Set(['books', 'danger', 'devices', 'demo', 'silo', 'users', 'summaries'])
  const webOnly = new Set(['alarm', 'brands', 'legal', 'resource', 'species'])
  const server = slicesOf('server', ['app', 'platform'])
  const web = slicesOf('web', ['app', 'platform', 'ui', 'widgets', 'theme'])
  return [
    ...server
      .filter(stem => !contract.has(stem) && !serverOnly.has(stem))
      .map(stem => `apps/server/src/${stem} has no contract of its stem`),
    ...web
      .filter(stem => !contract.has(stem) && !webOnly.has(stem))
      .map(stem => `apps/web/src/${stem} has no contract of its stem`),
    ...[...contract].filter(stem => !server.includes(stem)).map(stem => `contract ${stem} has no slice in the server`),
    ...[...contract]
      .filter(
        stem => sources.filter(file => new RegExp(`^packages/contract/src/([a-zA-Z]+/)?${stem}\\.ts$`).test(file)).length !== 1,
      )
      .map(stem => `contract ${stem} has not one file of its stem`),
  ]
}

/** The demo inserts a history that the services of these tables cannot write: past dates, no notifications. */
const DEMO_WRITERS: ReadonlySet<string> = new Set(['apps/server/src/demo/history.sql.ts', 'apps/server/src/demo/tasks.sql.ts'])

/** Each table is written by one slice only; any may join it. The only exceptions are DEMO_WRITERS. */
function writerProblems(): string[] {
  const writers = new Map<string, Set<string>>()
  for (const file of sources.filter(
    source => source.startsWith('apps/server/src/') && !source.endsWith('.test.ts') && !DEMO_WRITERS.has(source),
  )) {
    const slice = file.split('/')[3]!
    for (const [, builder, raw] of text(file).matchAll(
      /(?:insertInto|updateTable|deleteFrom)\('(\w+)'\)|\b(?:insert into|update|delete from|copy)\s+([a-z_]+[a-z0-9_]*)\s*(?:\(|set\b|where\b|using\b|from\b|as\b|$)/gim,
    )) {
      const table = (builder ?? raw)!.toLowerCase()
      if (!/^(on|set|of|skip)$/.test(table)) writers.set(table, (writers.get(table) ?? new Set()).add(slice))
    }
  }
  return [...writers]
    .filter(([, slices]) => slices.size > 1)
    .map(([table, slices]) => `${table} is written by ${[...slices].join(' and ')}`)
}

const SERVER = 'apps/server/src/'
const serverFiles = () =>
  sources
    .filter(file => file.startsWith(SERVER) && !file.endsWith('.test.ts'))
    .map(file => ({ path: file.slice(SERVER.length), text: text(file) }))
const migrations = () =>
  files
    .filter(file => /^apps\/server\/migrations\/.*\.sql$/.test(file))
    .map(text)
    .join('\n')

/** Every route that changes something is called by name in a test of its slice. */
function untestedRoutes(): string[] {
  const tests = files
    .filter(file => /\.test\.tsx?$/.test(file))
    .map(text)
    .join('\n')
  return Object.entries(contracts).flatMap(([stem, routes]) =>
    Object.entries(routes)
      .filter(([name, route]) => route.method !== 'GET' && !new RegExp(`\\.${stem}\\s*\\.${name}\\(`).test(tests))
      .map(([name]) => `${stem}.${name} changes something and no test calls it`),
  )
}

function openapiProblems(): string[] {
  const file = 'docs/openapi.json'
  const now = `${JSON.stringify(openapi(contracts, VERSION), null, 2)}\n`
  return existsSync(file) && text(file) === now ? [] : [`${file} is not what the contract says: npm run openapi`]
}

/** Errors of a linter of OpenAPI documents. */
async function openapiLint(): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended'],
    // GET /rules/ is spelt so by the specification.
    rules: { 'no-path-trailing-slash': 'off' },
  })
  const found = await lint({ ref: 'docs/openapi.json', config })
  return found
    .filter(({ severity }) => severity === 'error')
    .map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer ?? ''})`)
}

/** Source files of one folder, tests apart: more are cut into folders by noun. */
const FOLDER_LIMIT = 20

function folderProblems(): string[] {
  const counts = new Map<string, number>()
  for (const file of files.filter(path => /\.(?:tsx?|css)$/.test(path) && !/\.test\.tsx?$/.test(path) && !/\/test\//.test(path)))
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > FOLDER_LIMIT)
    .map(([folder, count]) => `${folder} holds ${count} source files, at most ${FOLDER_LIMIT}`)
}

function pathProblems(file: string): string[] {
  return [...text(file).matchAll(/`((?:apps|packages|e2e|chaos|bench|sim|tools|docs)\/[^`\s*<>{}$]*)`/g)]
    .map(([, path]) => path!)
    .filter(path => !existsSync(path))
    .map(path => `${file}: ${path} does not exist`)
}

/** No path of a machine, no registry's host, no neighbour folder. */
function leakProblems(): string[] {
  const wrong = /\/work\/|\.\.\/shared|\/root\/|registry\.npmjs|deb\.debian/
  return files
    .filter(
      file =>
        /\.(tsx?|mjs|cjs|json|md|sql|sh|py|html|css)$/.test(file) && basename(file) !== 'house.ts' && dirname(file) !== '.git',
    )
    .filter(file => wrong.test(text(file)))
    .map(file => `${file}: ${wrong.exec(text(file))?.[0]}`)
}
