import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '../../apps/server/src/platform/database/connection/embedded.ts'
import { migrate } from '../../apps/server/src/platform/database/connection/migrate.ts'
import { createPool, createQueryBuilder } from '../../apps/server/src/platform/database/connection/pool.ts'
import { createLogger } from '../../apps/server/src/platform/log.ts'
import { createDatabase } from '../../apps/server/test/cluster.ts'

/** The database that every run begins with a copy of. */
export const TEMPLATE = 'template_steading'
const SETTINGS = { max_connections: 200, shared_buffers: "'256MB'" }

/** A durable cluster, every commit on disk, for one run after the other; `dir` is all that a run needs to know of it. */
export async function durableCluster() {
  const home = mkdtempSync(join(tmpdir(), 'steading-chaos-'))
  chmodSync(home, 0o711)
  const dir = join(home, 'postgresql')
  const { url: urlOf } = await startCluster({ dir, port: 0, settings: SETTINGS })
  const url = await createDatabase(urlOf(), TEMPLATE)
  const owner = createPool({ url, max: 1, log: createLogger('silent'), role: 'owner' })
  await migrate(createQueryBuilder(owner) as never) // safe: migrations speak SQL, not the schema's types
  await owner.end()
  // The programs of all runs are the same: compiled once.
  process.env.NODE_COMPILE_CACHE ??= join(home, 'compiled')
  return {
    dir,
    async stop() {
      const running = await openCluster(dir)
      await running.stop('immediate')
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** The cluster as it runs in this folder, or started again after a fault. */
export const openCluster = (dir: string, port = 0) => startCluster({ dir, port, settings: SETTINGS })
