import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { systemActor } from './actor.ts'
import type { Database, Work } from './database/work.ts'
import { every } from './every.ts'
import { Failed } from './failures.ts'
import type { Logger } from './log.ts'
import type { Part } from './world.ts'

/** Files that people hand in: contents in the data folder, everything else in the database. */
export interface Files {
  readonly part: Part
  /** Takes a staged file over, safe on disk. Until `keep` it is nobody's, and goes away by itself. */
  store(staged: { readonly path: string; readonly size: number }): Promise<string>
  /**
   * From now on somebody has it.
   * @throws Failed TOO_LARGE where the enterprise holds too much
   */
  keep(work: Work, id: string, entityId: string): Promise<void>
  /** Nobody has them any more, once the work is committed. */
  drop(work: Work, ids: readonly string[]): Promise<void>
  read(id: string): Readable
}

const system = systemActor('files')
/** So long may a call take between storing a file and keeping it, s. */
const GRACE = 120
const SWEEP = 60_000
/** What an enterprise may hand in altogether, bytes. */
const QUOTA = 20 * 1_073_741_824

export function files(of: {
  readonly db: Database
  readonly log: Logger
  readonly dataDir: string
  readonly quota?: number
}): Files {
  const { db, log, dataDir, quota = QUOTA } = of
  const at = (id: string) => join(dataDir, 'files', id.slice(0, 2), id)

  // The file goes first and its row after it, both under the row's lock: whoever would keep it then finds it gone.
  const sweep = every({ log }, 'files', SWEEP, async () => {
    for (;;) {
      const some = await db.work(system, async work => {
        const { rows } = await sql<{ id: string }>`
          select id from files where not kept and loose_since < now() - ${GRACE} * interval '1 second'
          order by loose_since limit 100 for update skip locked`.execute(work.sql)
        for (const { id } of rows) await rm(at(id), { force: true })
        if (rows.length > 0)
          await work.sql
            .deleteFrom('files')
            .where(
              'id',
              'in',
              rows.map(one => one.id),
            )
            .execute()
        return rows.length
      })
      if (some < 100) return
    }
  })

  return {
    part: sweep,
    async store({ path, size }) {
      const id = randomUUID()
      await db.work(system, work => work.sql.insertInto('files').values({ id, bytes: size }).execute())
      const to = at(id)
      await mkdir(dirname(to), { recursive: true, mode: 0o700 })
      await synced(path)
      await rename(path, to)
      await synced(dirname(to))
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
          join entities below on below.path <@ top.path join files on files.entity_id = below.id and kept`.execute(work.sql)
      const kept = await work.sql
        .updateTable('files')
        .set({ kept: true, entity_id: entityId })
        .where('id', '=', id)
        .returning('bytes')
        .executeTakeFirst()
      if (!kept) throw new Failed('UNAVAILABLE')
      if (Number(rows[0]?.held ?? 0) + Number(kept.bytes) > quota)
        throw new Failed('TOO_LARGE', [{ field: 'files', code: 'quota', values: { max: Math.round(quota / 1_073_741_824) } }])
    },
    async drop(work, ids) {
      if (ids.length === 0) return
      await sql`update files set kept = false, loose_since = '-infinity' where id = any(${[...ids]}::uuid[])`.execute(work.sql)
      work.afterCommit(() => sweep.wake())
    },
    read: id => createReadStream(at(id)),
  }
}

async function synced(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
