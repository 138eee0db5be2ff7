import { settings } from '../platform/config.ts'
import type { Config } from '../platform/config.ts'
import { clusterDir, startCluster } from '../platform/database/embedded.ts'
import { OtherHistory } from '../platform/database/migrate.ts'
import { takePlace } from './place.ts'
import { buildWorld } from './world.ts'

export interface Boot {
  readonly config: Config
  readonly world: Awaited<ReturnType<typeof buildWorld>>
  /** Gives everything back; the embedded database stops unless it shall go on for the next program. */
  close(options?: { readonly keepDatabase?: boolean }): Promise<void>
}

/** Settings, database, world: what each program of the server begins with. Says in plain words what does not hold. */
export async function boot(env: NodeJS.ProcessEnv, tell: (progress: string) => void): Promise<Boot> {
  const config = await settings(env)
  const cluster = config.DATABASE_URL ? undefined : await ownCluster(config, tell)
  const world = await buildWorld({ config, databaseUrl: config.DATABASE_URL ?? cluster!.url() }).catch(async (error: unknown) => {
    if (!(error instanceof OtherHistory)) throw error
    console.error(error.message)
    await cluster?.stop()
    return process.exit(2)
  })
  const leave = await takePlace({
    ...{ owner: world.owner, log: world.log, revive: cluster?.revive },
    taken() {
      console.error('Another Steading server already runs on this database.')
      process.exit(3)
    },
  })
  return {
    config,
    world,
    async close({ keepDatabase = false } = {}) {
      leave()
      await world.close()
      if (!keepDatabase) await cluster?.stop()
    },
  }
}

async function ownCluster({ dataDir }: Config, tell: (progress: string) => void) {
  const dir = clusterDir(dataDir)
  const cluster = await startCluster({ dir })
  // Whoever deletes the data should know of a part that lies elsewhere.
  tell(dir.startsWith(dataDir) ? 'Database is up' : `Database is up, in ${dir}`)
  return cluster
}
