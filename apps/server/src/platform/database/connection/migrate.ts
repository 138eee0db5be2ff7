import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'

const folder = new URL('../../../../migrations/', import.meta.url)

/** The database was migrated by other steps: it cannot be brought to this version. `isNewer`: it has all steps of this version, and more. */
export class IncompatibleHistory extends Error {
  readonly migration: string
  readonly isNewer: boolean
  constructor(migration: string, { isNewer }: { readonly isNewer: boolean }) {
    super(`the database has the migration ${migration}, which differs from this version's or is unknown to it`)
    this.name = 'IncompatibleHistory'
    this.migration = migration
    this.isNewer = isNewer
  }
}

interface Step {
  readonly name: string
  readonly text: string
  readonly digest: string
}

async function readMigrations(): Promise<Step[]> {
  const files = (await readdir(folder)).filter(name => name.endsWith('.sql')).toSorted()
  return Promise.all(
    files.map(async file => {
      const text = await readFile(new URL(file, folder), 'utf8')
      return { name: file.replace(/\.sql$/, ''), text, digest: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/**
 * Names of the applied migrations.
 * @throws IncompatibleHistory when they are none of this version, before anything is changed
 */
async function appliedMigrations(owner: Kysely<never>, all: readonly Step[]): Promise<readonly string[]> {
  if (!(await hasTable(owner, 'kysely_migration'))) return []
  // Before the digests: another program that migrates meanwhile writes both at once.
  const { rows: applied } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(owner)
  if (applied.length === 0) return []
  const { rows: digests } = (await hasTable(owner, 'migration_digests'))
    ? await sql<{ name: string; digest: string }>`select name, digest from migration_digests`.execute(owner)
    : { rows: [] }
  const names = applied.map(({ name }) => name)
  const incompatible = incompatibleHistory(all, names, new Map(digests.map(row => [row.name, row.digest])))
  if (incompatible) throw incompatible
  return names
}

async function hasTable(owner: Kysely<never>, name: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass(${name}) is not null as exists`.execute(owner)
  return rows[0]!.exists // safe: one row
}

/** Undefined: the applied migrations are the first ones of this version, with the same text. */
export function incompatibleHistory(
  all: readonly Pick<Step, 'name' | 'digest'>[],
  applied: readonly string[],
  digests: ReadonlyMap<string, string>,
): IncompatibleHistory | undefined {
  const names = new Set(applied)
  const changed = all.find(({ name, digest }) => names.has(name) && digests.get(name) !== digest)
  if (changed) return new IncompatibleHistory(changed.name, { isNewer: false })
  const known = new Set(all.map(({ name }) => name))
  const unknown = applied.find(name => !known.has(name))
  if (unknown === undefined) return undefined
  return new IncompatibleHistory(unknown, { isNewer: all.every(({ name }) => names.has(name)) })
}

/** Names of this version's migrations, oldest first. */
export const migrationNames = async (): Promise<string[]> => (await readMigrations()).map(({ name }) => name)

/**
 * Brings a database to the newest schema, or to the one after the migration `last`; safe when several start at once.
 * @throws IncompatibleHistory for a database with other migrations
 */
export async function migrate(owner: Kysely<never>, last?: string): Promise<readonly string[]> {
  const all = await readMigrations()
  const applied = await appliedMigrations(owner, all)
  // The migrator reads the columns of every table, even where it has nothing to do.
  if (last === undefined && applied.length === all.length) return []
  const migrations = Object.fromEntries(all.map(step => [step.name, { up: (db: Kysely<unknown>) => applyStep(db, step) }]))
  const migrator = new Migrator({ db: owner, provider: { getMigrations: () => Promise.resolve(migrations) } })
  const { error, results = [] } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last))
  if (error) throw error
  return results.map(({ migrationName }) => migrationName)
}

const DIGESTS = 'create table if not exists migration_digests (name text primary key, digest text not null)'

/** Applies a migration and records its digest in the same transaction. */
async function applyStep(db: Kysely<unknown>, { name, text, digest }: Step) {
  await sql.raw(text).execute(db)
  await sql.raw(DIGESTS).execute(db)
  await sql`insert into migration_digests values (${name}, ${digest})`.execute(db)
}
