import { chmodSync, mkdtempSync, rmSync, writeSync, openSync, closeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { clusterDir, runningCluster } from '../../apps/server/src/platform/database/connection/embedded.ts'
import { createPool } from '../../apps/server/src/platform/database/connection/pool.ts'
import { createLogger } from '../../apps/server/src/platform/log.ts'
import { aServer } from '../stage/server.ts'
import type { Stage } from '../stage/stage.ts'
import { aSmallDisk } from '../uploads/disk.ts'

/** MB: of the disk, on which the database and its log take about a third; and of a write of the ballast. */
const DISK = 400
const CHUNK = Buffer.alloc(1024 * 1024, 1)

/** The server with its embedded database, all of it on a disk that `fill` fills to the last byte; what fill answers makes room again. */
export async function embeddedOnSmallDisk({ atEnd }: Pick<Stage, 'atEnd'>, settings: Readonly<Record<string, string>>) {
  const home = mkdtempSync(join(tmpdir(), 'steading-full-'))
  chmodSync(home, 0o711)
  const disk = join(home, 'disk')
  const remove = aSmallDisk(disk, DISK)
  const dataDir = join(disk, 'server')
  const server = await aServer({ DATA_DIR: dataDir, ...settings })
  atEnd(async () => {
    await server.kill('SIGKILL')
    const running = await runningCluster({ dir: clusterDir(dataDir) })
    await running?.stop('immediate')
    remove()
    rmSync(home, { recursive: true, force: true })
  })
  await server.start()
  const cluster = await runningCluster({ dir: clusterDir(dataDir) })
  if (!cluster) throw new Error('the embedded database does not run')
  let pool: pg.Pool | undefined
  /** The database may start again on the way: a pool opens connections anew. */
  const owner = () => (pool ??= createPool({ url: cluster.url(), max: 2, log: createLogger('silent'), role: 'owner' }))
  return {
    server,
    owner,
    rows: async <T extends object>(text: string, values: readonly unknown[] = []) =>
      (await owner().query<T>(text, [...values])).rows,
    fill() {
      const ballast = join(disk, 'ballast')
      const file = openSync(ballast, 'w')
      for (let size = CHUNK.length; size >= 512;)
        try {
          if (writeSync(file, CHUNK, 0, size) < size) size /= 2
        } catch {
          size /= 2 // no room for as much
        }
      closeSync(file)
      return () => rmSync(ballast)
    },
    close: async () => {
      await pool?.end()
    },
  }
}
