import type pg from 'pg'

/** Written by the migration tool itself. */
const OWN_TABLES = ['kysely_migration', 'kysely_migration_lock', 'migration_digests']

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

export interface StoredTable {
  readonly name: string
  readonly columns: readonly string[]
}

/** Tables of the schema, partitions apart, each with its stored columns. */
export async function storedTables(client: pg.ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all ($1)
     group by c.oid, c.relname order by c.relname`,
    [OWN_TABLES],
  )
  return rows
}

/** Partitions with their bounds as PostgreSQL writes them. */
export async function partitions(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string; parent: string; bound: string }>(
    `select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     where c.relispartition and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by p.relname, c.relname`,
  )
  return rows
}

/** Sequences that were used, with their last value. */
export async function sequences(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by sequencename`,
  )
  return rows
}

/** Migrations that were applied, oldest first; none in an empty database. */
export async function appliedMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.kysely_migration') is not null as exists`,
  )
  if (!found[0]!.exists) return [] // safe: one row
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  return rows.map(({ name }) => name)
}

/** Number of rows and the sum of their hashes, which does not depend on their order. */
export async function checksumOf(client: pg.ClientBase, table: string): Promise<{ rows: number; checksum: string }> {
  const { rows } = await client.query<{ rows: string; checksum: string }>(
    `select count(*)::text as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as checksum from ${quoted(table)} t`,
  )
  return { rows: Number(rows[0]!.rows), checksum: rows[0]!.checksum } // safe: an aggregate has one row
}

export interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** Foreign keys, those of partitions apart. */
export async function foreignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and k.conparentid = 0 and k.connamespace = 'public'::regnamespace order by c.relname, k.conname`,
  )
  return rows
}
