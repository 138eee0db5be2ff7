import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { systemActor } from '../actor.ts'
import type { Database, UnitOfWork } from '../database/unitOfWork.ts'
import { createPeriodicTask } from '../periodicTask.ts'
import { Failed } from '../failures.ts'
import type { Logger } from '../log.ts'
import type { Part } from '../part.ts'
import { filePath } from './filePath.ts'

/** Store of uploaded files: contents in the data folder, everything else in the database. */
export interface FileStore {
  readonly part: Part
  /** Moves a staged file into the store and syncs it to disk. A file without `keep` is deleted after a grace period. */
  store(staged: { readonly path: string; readonly size: number }): Promise<string>
  /**
   * Marks the file as owned by an entity.
   * @throws Failed TOO_LARGE beyond the quota of the enterprise
   */
  keep(work: UnitOfWork, id: string, entityId: string): Promise<void>
  /** Releases files; they are deleted after the transaction commits. */
  drop(work: UnitOfWork, ids: readonly string[]): Promise<void>
  read(id: string): Readable
}

const system = systemActor('files')
/** Longest time between `store` and `keep` of a file, s. */
const GRACE = 120
const SWEEP = 60_000
/** Quota of an enterprise, bytes. */
const QUOTA = 20 * 1_073_741_824

export function createFileStore(options: {
  readonly db: Database
  readonly log: Logger
  readonly dataDir: string
  readonly quota?: number
}): FileStore {
  const { db, log, dataDir, quota = QUOTA } = options
  const pathOf = (id: string) => filePath(dataDir, id)

  // Deletes the file before its row, both under the row lock: a concurrent `keep` then finds no row.
  const sweep = createPeriodicTask({ log }, 'files', SWEEP, async () => {
    for (;;) {
      const removed = await db.work(system, async work => {
        const { rows } = await sql<{ id: string }>`
          select id from files where not in_use and unused_since < now() - ${GRACE} * interval '1 second'
          order by unused_since limit 100 for update skip locked`.execute(work.sql)
        for (const { id } of rows) await rm(pathOf(id), { force: true })
        if (rows.length > 0)
          await work.sql
            .deleteFrom('files')
            .where(
              'id',
              'in',
              rows.map(row => row.id),
            )
            .execute()
        return rows.length
      })
      if (removed < 100) return
    }
  })

  return {
    part: sweep,
    async store({ path, size }) {
      const id = randomUUID()
      await db.work(system, work => work.sql.insertInto('files').values({ id, bytes: size }).execute())
      const to = pathOf(id)
      await mkdir(dirname(to), { recursive: true, mode: 0o700 })
      await syncToDisk(path)
      await rename(path, to)
      await syncToDisk(dirname(to))
      return id
    },
    async keep(work, id, entityId) {
      // One at a time for an enterprise, so that two together do not pass what either may. Both may name it already: what they
      // wrote there holds its key, which must not stand in the way.
      const { rows } = await sql<{ held: string }>`
        with top as materialized (
          select top.id, top.path from entities place join entities top on top.path @> place.path
          where place.id = ${entityId} order by (top.type = 'ENTERPRISE') desc, nlevel(top.path) desc limit 1
          for no key update of top)
        select coalesce(sum(bytes), 0)::text as held from top
          join entities below on below.path <@ top.path join files on files.entity_id = below.id and in_use`.execute(work.sql)
      const file = await work.sql
        .updateTable('files')
        .set({ in_use: true, entity_id: entityId })
        .where('id', '=', id)
        .returning('bytes')
        .executeTakeFirst()
      if (!file) throw new Failed('UNAVAILABLE')
      if (Number(rows[0]?.held ?? 0) + Number(file.bytes) > quota)
        throw new Failed('TOO_LARGE', [{ field: 'files', code: 'quota', values: { max: Math.round(quota / 1_073_741_824) } }])
    },
    async drop(work, ids) {
      if (ids.length === 0) return
      await sql`update files set in_use = false, unused_since = '-infinity' where id = any(${[...ids]}::uuid[])`.execute(work.sql)
      work.afterCommit(() => sweep.wake())
    },
    read: id => createReadStream(pathOf(id)),
  }
}

async function syncToDisk(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
