// Writes the types of the database from a freshly migrated one. `--check` only compares.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { throwAwayCluster } from '../apps/server/test/cluster.ts'
import { asked } from './command.ts'

const file = 'apps/server/src/platform/database/schema.gen.ts'
const { check } = asked('usage: npm run schema -- [--check]', { options: { check: { type: 'boolean', default: false } } }).values
const out = check ? join(tmpdir(), `schema-${process.pid}.ts`) : file
const { port, stop } = await throwAwayCluster()
try {
  const made = spawnSync(
    'node_modules/.bin/kysely-codegen',
    [
      ...['--dialect', 'postgres', '--url', `postgres://postgres@127.0.0.1:${port}/template`, '--out-file', out],
      ...['--exclude-pattern', '{kysely_*,migration_digests,readings_*,rollups_5m_*,rollups_1h_*}'],
    ],
    { encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(made.stdout + made.stderr)
  if (check && readFileSync(out, 'utf8') !== readFileSync(file, 'utf8')) {
    console.error(`${file} is not what the migrations make: npm run schema`)
    process.exitCode = 1
  }
} finally {
  await stop()
  if (check) rmSync(out, { force: true })
}
