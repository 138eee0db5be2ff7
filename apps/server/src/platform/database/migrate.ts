import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'

const folder = new URL('../../../migrations/', import.meta.url)

/** The database went another way than these migrations: nothing leads from there to here. */
export class OtherHistory extends Error {
  constructor(migration: string) {
    super(
      `This database was made by another Steading, whose step ${migration} differs from this one's: it can't be brought to this version. ` +
        'Use the version that made it, or begin with an empty database or another DATA_DIR.',
    )
    this.name = 'OtherHistory'
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
 * Brings a database to the newest schema; safe when several start at once.
 * @throws OtherHistory for one that came about by other steps
 */
export async function migrate(owner: Kysely<never>): Promise<readonly string[]> {
  const all = await readMigrations()
  const migrations = Object.fromEntries(all.map(one => [one.name, { up: (db: Kysely<unknown>) => take(db, one) }]))
  const { error, results = [] } = await new Migrator({
    db: owner,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  }).migrateToLatest()
  if (error instanceof Error && /corrupted migrations/.test(error.message))
    throw new OtherHistory(/migration (\S+)/.exec(error.message)?.[1] ?? '')
  if (error) throw error
  await sql.raw(DIGESTS).execute(owner)
  const { rows } = await sql<{ name: string; digest: string }>`select name, digest from migration_digests`.execute(owner)
  const made = new Map(rows.map(row => [row.name, row.digest]))
  const other = all.find(({ name, digest }) => made.get(name) !== digest)
  if (other) throw new OtherHistory(other.name)
  return results.map(({ migrationName }) => migrationName)
}

const DIGESTS = 'create table if not exists migration_digests (name text primary key, digest text not null)'

/** One step, and what it was, in the step's own transaction. */
async function take(db: Kysely<unknown>, { name, text, digest }: Step) {
  await sql.raw(text).execute(db)
  await sql.raw(DIGESTS).execute(db)
  await sql`insert into migration_digests values (${name}, ${digest})`.execute(db)
}
