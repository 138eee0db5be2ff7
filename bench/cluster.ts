import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWorld } from '../apps/server/src/app/world.ts'
import { readConfig } from '../apps/server/src/platform/config/config.ts'
import { startCluster } from '../apps/server/src/platform/database/connection/embedded.ts'
import { createLogger } from '../apps/server/src/platform/log.ts'
import { freshSecrets } from '../apps/server/src/platform/security/secrets.ts'

/** A durable cluster of its own, thrown away afterwards: every commit waits for the disk, as in earnest. */
export async function durableCluster() {
  const dir = mkdtempSync(join(tmpdir(), 'steading-bench-'))
  chmodSync(dir, 0o711)
  const cluster = await startCluster({ dir: join(dir, 'postgresql') })
  return {
    url: cluster.url(),
    dir,
    async stop() {
      await cluster.stop('immediate')
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** The world over a durable cluster, on free ports. */
export async function durableWorld(settings: Readonly<Record<string, string>> = {}) {
  const cluster = await durableCluster()
  const config = readConfig({
    HTTP_PORT: '0',
    MQTT_PORT: '0',
    DATA_DIR: cluster.dir,
    LOG_LEVEL: 'warn',
    // One person asks for all lists here, as fast as they are answered.
    SEARCHES_PER_SECOND: '10000',
    ...settings,
  })
  const world = await buildWorld({
    config,
    databaseUrl: cluster.url,
    log: createLogger(config.LOG_LEVEL),
    secrets: freshSecrets(),
  })
  return {
    world,
    async stop() {
      await world.close()
      await cluster.stop()
    },
  }
}
