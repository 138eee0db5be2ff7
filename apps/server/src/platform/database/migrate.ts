import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Migration } from 'kysely/migration'

const folder = new URL('../../../migrations/', import.meta.url)

async function migrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter(name => name.endsWith('.sql')).toSorted()
  const all = files.map(async name => {
    const text = await readFile(new URL(name, folder), 'utf8')
    return [name.replace(/\.sql$/, ''), { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) }] as const
  })
  return Object.fromEntries(await Promise.all(all))
}

/** Brings a database to the newest schema; safe when several start at once. */
export async function migrate(owner: Kysely<never>): Promise<readonly string[]> {
  const { error, results = [] } = await new Migrator({ db: owner, provider: { getMigrations: migrations } }).migrateToLatest()
  if (error) throw error
  return results.map(({ migrationName }) => migrationName)
}
