// Writes the types of the database from a freshly migrated one. `--check` only compares.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { throwAwayCluster } from '../apps/server/test/cluster.ts'
import { asked } from './process/command.ts'

const file = 'apps/server/src/platform/database/schema.gen.ts'
const { check } = asked('usage: npm run schema -- [--check]', { options: { check: { type: 'boolean', default: false } } }).values
const out = check ? join(tmpdir(), `schema-${process.pid}.ts`) : file
const { port, stop } = await throwAwayCluster()
try {
  const made = spawnSync(
    'node_modules/.bin/kysely-codegen',
    [
      '--numeric-parser',
      'number',
      '--dialect',
      'postgres',
      '--url',
      `postgres://postgres@127.0.0.1:${port}/template`,
      '--out-file',
      out,
      '--exclude-pattern',
      '{kysely_*,migration_digests,journal_*,history_*,rollups_5m_*,rollups_1h_*}',
    ],
    { encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(made.stdout + made.stderr)
  writeFileSync(out, withCheckedColumns(readFileSync(out, 'utf8'), await checkedColumns(port)))
  if (check && readFileSync(out, 'utf8') !== readFileSync(file, 'utf8')) {
    console.error(`${file} is not what the migrations make: npm run schema`)
    process.exitCode = 1
  }
} finally {
  await stop()
  if (check) rmSync(out, { force: true })
}

/** The words that a check constraint allows in a text column, by `table.column`. */
async function checkedColumns(serverPort: number): Promise<Map<string, readonly string[]>> {
  const client = new pg.Client({ host: '127.0.0.1', port: serverPort, user: 'postgres', database: 'template' })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; definition: string }>(`
      select c.relname || '.' || a.attname as name, pg_get_constraintdef(k.oid) as definition
      from pg_constraint k join pg_class c on c.oid = k.conrelid
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      where k.contype = 'c' and cardinality(k.conkey) = 1`)
    return new Map(
      rows.flatMap(({ name, definition }) => {
        const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[((?:'\w+'::text(?:, )?)+)\]\)\)\)$/.exec(definition)?.[1]
        return list ? [[name, [...list.matchAll(/'(\w+)'/g)].map(([, word]) => word!)] as const] : []
      }),
    )
  } finally {
    await client.end()
  }
}

/** Gives checked columns the union of their words instead of `string`. */
function withCheckedColumns(types: string, columns: ReadonlyMap<string, readonly string[]>): string {
  const tables = new Map([...types.matchAll(/^ {2}(\w+): ([A-Z]\w*);$/gm)].map(([, table, name]) => [name!, table!]))
  return types.replaceAll(/^export interface (\w+) \{$[\s\S]*?^\}$/gm, (block, name: string) =>
    block.replaceAll(/^( {2}(\w+): .*?)\bstring\b(.*;)$/gm, (line, before: string, column: string, after: string) => {
      const words = columns.get(`${tables.get(name)}.${column}`)
      return words ? `${before}${words.map(word => `"${word}"`).join(' | ')}${after}` : line
    }),
  )
}
