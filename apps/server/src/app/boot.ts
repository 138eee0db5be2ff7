import { settings, settingWarnings } from '../platform/config.ts'
import type { Config } from '../platform/config.ts'
import { isAway } from '../platform/database/away.ts'
import { clusterDir, startCluster } from '../platform/database/embedded.ts'
import { OtherHistory } from '../platform/database/migrate.ts'
import { missingRight, UnfitDatabase } from '../platform/database/requirements.ts'
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
  for (const warning of settingWarnings(config)) tell(warning)
  const cluster = config.DATABASE_URL ? undefined : await ownCluster(config, tell)
  const world = await buildWorld({ config, databaseUrl: config.DATABASE_URL ?? cluster!.url() }).catch(async (error: unknown) => {
    const why = whyNotThere(error, config)
    if (!why) throw error
    console.error(why)
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

/** In words what a person can mend; undefined for what is a fault of ours. */
function whyNotThere(error: unknown, { DATABASE_URL: url }: Config): string | undefined {
  if (error instanceof OtherHistory || error instanceof UnfitDatabase) return error.message
  const isRefused = error instanceof Error && 'code' in error && /^(28|3D)/.test(String(error.code))
  if (url && missingRight(error)) return missingRight(error)
  if (!url || !(error instanceof Error) || !(isAway(error) || isRefused)) return undefined
  const { host, pathname } = new URL(url)
  return `DATABASE_URL: no database at ${host}${pathname} lets us in (${error.message || String(Reflect.get(error, 'code'))})`
}

async function ownCluster({ dataDir }: Config, tell: (progress: string) => void) {
  const dir = clusterDir(dataDir)
  const cluster = await startCluster({ dir })
  // Whoever deletes the data should know of a part that lies elsewhere.
  tell(dir.startsWith(dataDir) ? 'Database is up' : `Database is up, in ${dir}`)
  return cluster
}
