import { loadConfig, settingWarnings } from '../platform/config/config.ts'
import type { Config } from '../platform/config/config.ts'
import { isDatabaseUnavailable } from '../platform/database/connection/availability.ts'
import { archiveSettings } from '../platform/database/connection/baseBackup.ts'
import { clusterDir, startCluster } from '../platform/database/connection/embedded.ts'
import { IncompatibleHistory } from '../platform/database/connection/migrate.ts'
import { missingRight, UnsuitableDatabase } from '../platform/database/connection/requirements.ts'
import { takeSingleInstanceLock } from './singleInstanceLock.ts'
import { buildWorld } from './world.ts'

export interface Boot {
  readonly config: Config
  readonly world: Awaited<ReturnType<typeof buildWorld>>
  /** Releases everything; stops the embedded database unless the next process shall use it. */
  close(options?: { readonly keepDatabase?: boolean }): Promise<void>
}

/** Loads settings and database and builds the world, as every process of the server begins. Explains what is wrong and exits. */
export async function boot(env: NodeJS.ProcessEnv, tell: (progress: string) => void): Promise<Boot> {
  const config = await loadConfig(env)
  for (const warning of settingWarnings(config)) tell(warning)
  const cluster = config.DATABASE_URL ? undefined : await startEmbeddedDatabase(config, tell)
  const world = await buildWorld({ config, databaseUrl: config.DATABASE_URL ?? cluster!.url() }).catch(async (error: unknown) => {
    const why = connectionProblem(error, config)
    if (!why) throw error
    console.error(why)
    await cluster?.stop()
    return process.exit(2)
  })
  const releaseLock = await takeSingleInstanceLock({
    owner: world.owner,
    log: world.log,
    revive: cluster?.revive,
    onTaken() {
      console.error('Another Steading server already runs on this database.')
      process.exit(3)
    },
  })
  return {
    config,
    world,
    async close({ keepDatabase = false } = {}) {
      releaseLock()
      await world.close()
      if (!keepDatabase) await cluster?.stop()
    },
  }
}

/** Explains a failure that the operator can correct; undefined for a programming error. */
function connectionProblem(error: unknown, { DATABASE_URL: url, dataDir }: Config): string | undefined {
  if (error instanceof IncompatibleHistory) return historyMessage(error, url ? withoutUser(url) : [dataDir, clusterDir(dataDir)])
  if (error instanceof UnsuitableDatabase) return error.message
  const isRefused = error instanceof Error && 'code' in error && /^(28|3D)/.test(String(error.code))
  if (url && missingRight(error)) return missingRight(error)
  if (!url || !(error instanceof Error) || !(isDatabaseUnavailable(error) || isRefused)) return undefined
  return `DATABASE_URL: no database at ${withoutUser(url)} lets us in (${error.message || String(Reflect.get(error, 'code'))})`
}

const withoutUser = (url: string) => {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

/**
 * Names the database and what to do.
 * @param place the address of an external database, or the data folder and the folder of its embedded database
 */
export function historyMessage(
  { migration, isNewer }: IncompatibleHistory,
  place: string | readonly [dataDir: string, cluster: string],
): string {
  const isExternal = typeof place === 'string'
  const folders = isExternal ? '' : place[1].startsWith(place[0]) ? place[0] : `${place[0]} and ${place[1]}`
  const name = isExternal ? place : place[0]
  if (isNewer)
    return (
      `The database in ${name} was made by a newer version of Steading (its migration ${migration} is unknown to this one). ` +
      `Start that version or a newer one, or set ${isExternal ? 'DATABASE_URL to an empty database' : 'DATA_DIR to another folder'}.`
    )
  return (
    `The database in ${name} was made by an earlier version of Steading (its migration ${migration} is not one of this version), ` +
    'and its data cannot be taken over. ' +
    (isExternal ? 'Set DATABASE_URL to an empty database.' : `Move ${folders} away, or set DATA_DIR to a new folder.`)
  )
}

async function startEmbeddedDatabase({ dataDir, WAL_ARCHIVE: archive }: Config, tell: (progress: string) => void) {
  const dir = clusterDir(dataDir)
  const cluster = await startCluster({ dir, ...(archive !== undefined && { settings: archiveSettings(archive) }) })
  // An operator who deletes the data must know of a part outside DATA_DIR.
  tell(dir.startsWith(dataDir) ? 'Database is up' : `Database is up, in ${dir}`)
  return cluster
}
