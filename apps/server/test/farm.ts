import { client } from '@steading/contract/http/client'
import { contracts } from '@steading/contract/contracts'
import type { EntityType } from '@steading/contract/entities/entities'
import { permissionKeys } from '@steading/contract/users/permissions'
import type { Permission } from '@steading/contract/users/permissions'
import type { Session } from '@steading/contract/users/sessions'
import { hash } from '@node-rs/argon2'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import { buildApp } from '../src/app/app.ts'
import { buildWorld } from '../src/app/world.ts'
import { createEntity } from '../src/entities/index.ts'
import type { Times } from '../src/heartbeat/index.ts'
import { systemActor } from '../src/platform/actor.ts'
import type { Part } from '../src/platform/part.ts'
import type { PeriodicTask } from '../src/platform/periodicTask.ts'
import type { Clock, TimeSource } from '../src/platform/time/clock.ts'
import { readConfig } from '../src/platform/config/config.ts'
import { createLogger } from '../src/platform/log.ts'
import type { Logger } from '../src/platform/log.ts'
import { hashPassword } from '../src/platform/security/passwords.ts'
import { freshSecrets } from '../src/platform/security/secrets.ts'
import { createDatabase, dropDatabase } from './cluster.ts'
import { PATIENCE } from '../../../tools/testing/patience.ts'
import { eventually } from './journal.ts'
import { mustTell } from './trace.ts'
import { isVirtual } from './virtualClock.ts'

export const PASSWORD = 'Correct-horse-7'
/** The product's, and one that takes a hundredth of its time: a hash names its own cost, and most tests sign in. */
const HASHES = {
  real: () => hashPassword(PASSWORD),
  quick: () => hash(PASSWORD, { algorithm: 2, memoryCost: 256, timeCost: 1, parallelism: 1 }),
}
/** Rollups follow the journal at once, a burst of readings still in one step. */
const GATHER_MS = 20
/** Of each pool: few connections know their tables and statements soon, and work that waits for a second one shows itself. */
const MAX_CONNECTIONS = 4
let count = 0
const isTask = (part: Part): part is PeriodicTask => 'wake' in part && 'idle' in part

export interface FarmOptions {
  readonly settings?: Readonly<Record<string, string>>
  readonly clock?: TimeSource & Partial<Pick<Clock, 'after'>>
  readonly log?: Logger
  /** No tree and nobody: as after the very first start. */
  readonly bare?: boolean
  /** How passwords are hashed: as in the product for who measures how long that takes. */
  readonly hashes?: keyof typeof HASHES
  /** The platform watches itself. */
  readonly heartbeat?: Times
  /** An empty database of another cluster, instead of a new one of this run's. */
  readonly databaseUrl?: string
}

/**
 * A suite's own world: a database of its own, the server over it on a free port, and a small tree
 * ROOT > Grupo > {Aves > Paul > {House 1, House 2}, Suínos > Azinheira > Room 1}, by name in `at`.
 */
export async function aFarm({
  settings = {},
  clock,
  log,
  bare = false,
  hashes = 'quick',
  heartbeat,
  ...given
}: FarmOptions = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'steading-farm-'))
  const databaseUrl =
    given.databaseUrl ?? (await createDatabase(inject('clusterUrl'), `suite_${process.pid}_${++count}`, 'template'))
  const config = readConfig({
    HTTP_PORT: '0',
    MQTT_PORT: '0',
    DATA_DIR: dir,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    // No test is to meet a planned drill because of the day it runs on.
    DRILLS: 'off',
    // No test asks a provider on the Internet.
    WEATHER_PROVIDER: 'off',
    // Tests ask as many people would.
    UPLOADS_PER_MINUTE: '1000',
    SEARCHES_PER_SECOND: '1000',
    // A busy machine is no slow document.
    DOCUMENT_SECONDS: '600',
    ...settings,
  })
  const world = await buildWorld({
    config,
    databaseUrl,
    log: log ?? createLogger(config.LOG_LEVEL),
    secrets: freshSecrets(),
    connections: { max: MAX_CONNECTIONS, patience: PATIENCE.poll },
    ...(clock && { clock }),
  })
  const app = await buildApp(world, { heartbeat: heartbeat ?? false, gatherMs: GATHER_MS })
  await app.start()
  const address = app.http.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const url = `http://127.0.0.1:${port}`
  const system = systemActor('test')

  const at: Record<string, string> = {}
  const entity = async (name: string, type: EntityType, parent: string | null) => {
    at[name] = await world.db.work(system, work =>
      createEntity(work, { parentId: parent === null ? null : at[parent]!, type, name, timeZone: 'Europe/Lisbon' }),
    )
    return at[name]
  }
  const tree = [
    ['Root', 'ROOT', null],
    ['Grupo', 'GROUP', 'Root'],
    ['Aves', 'ENTERPRISE', 'Grupo'],
    ['Paul', 'FARM', 'Aves'],
    ['House 1', 'SECTOR', 'Paul'],
    ['House 2', 'SECTOR', 'Paul'],
    ['Suínos', 'ENTERPRISE', 'Grupo'],
    ['Azinheira', 'FARM', 'Suínos'],
    ['Room 1', 'SECTOR', 'Azinheira'],
  ] as const
  for (const [name, type, parent] of bare ? [] : tree) await entity(name, type, parent)

  const hashed = HASHES[hashes]()
  let people = 0
  /** Adds a person with these permissions (all of them by default), standing at an entity; answers the address. */
  const person = async (
    where: string,
    permissions: readonly Permission[] = permissionKeys.filter(key => key !== 'platform.root'),
  ) => {
    const number = ++people
    const email = `person${number}@steading.example`
    await world.db.work(system, async work => {
      const role = await work.sql
        .insertInto('roles')
        .values({ entity_id: at.Root!, name: `Role ${number}` })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (permissions.length > 0)
        await work.sql
          .insertInto('role_permissions')
          .values(permissions.map(permission => ({ role_id: role.id, permission })))
          .execute()
      await work.sql
        .insertInto('users')
        .values({
          entity_id: at[where]!,
          role_id: role.id,
          email,
          display_name: `Person ${number}`,
          short_name: `Person ${number}`,
          password_hash: await hashed,
          time_zone: 'Europe/Lisbon',
        })
        .execute()
    })
    return email
  }

  /** The typed API as somebody: with a session, or as nobody. */
  const api = (session?: Pick<Session, 'sessionToken'>, headers: Record<string, string> = {}) => {
    const wire = {
      base: `${url}/services`,
      headers: () => ({ 'x-tenant': '1', ...(session && { authorization: `Bearer ${session.sessionToken}` }), ...headers }),
    }
    return Object.fromEntries(Object.entries(contracts).map(([name, routes]) => [name, client(routes, wire)])) as unknown as Api // safe: same keys
  }
  const login = async (email: string, password = PASSWORD): Promise<Session> => {
    const answer = await api().sessions.login({ body: { email, password } })
    if ('refused' in answer) throw new Error(answer.refused)
    return answer.data
  }
  /** The API as a new person who stands there. */
  const as = async (where: string, permissions?: readonly Permission[]) => api(await login(await person(where, permissions)))

  const tasks = app.parts.filter(isTask)
  /** The task of this name. */
  const task = (name: string) => {
    const found = tasks.find(one => one.name === name)
    if (!found) throw new Error(`no task «${name}» among ${tasks.map(one => one.name).join(', ')}`)
    return found
  }
  /** The followers of the journal have read it to its end, and no job is due or in progress. */
  const isCaughtUp = async () => {
    const { rows } = await world.owner.query<{ pos: string | null; jobs: number }>(
      `select (select min(pos) from projections where name <> 'archived') as pos,
         (select count(*)::int from graphile_worker.jobs
           where locked_at is not null or (run_at <= now() and attempts < max_attempts)) as jobs`,
    )
    const [found] = rows
    return found!.jobs === 0 && Number(found!.pos ?? 0) >= app.services.journal.settled()
  }
  /** No task is in progress, those included that another one woke while it was awaited. */
  const isQuiet = () => Promise.race([Promise.all(tasks.map(one => one.idle())).then(() => true), nextTurn().then(() => false)])
  /** Resolves when no listener, follower of the journal, job or task is in progress. */
  const settled = async () => {
    do {
      await world.bus.settled()
      await eventually(isCaughtUp)
      for (const one of tasks) await one.idle()
      await world.bus.settled()
    } while (!(await isQuiet()) || !(await isCaughtUp()))
  }
  /**
   * Every task runs once more; resolves when nothing is in progress, as `settled`. Afterwards what has not happened does not
   * happen until time passes or a person acts.
   */
  const idle = async () => {
    // A task may start another one that has run before.
    for (let round = 0; round < 2; round++) {
      await settled()
      for (const one of tasks) {
        one.wake()
        await one.idle()
      }
    }
    await settled()
  }
  /**
   * Lets time pass, ms: fires each timer that is due by then at its own time, and each only when nothing is in progress. The
   * farm must have a virtual clock.
   */
  const pass = async (ms: number) => {
    if (!clock || !isVirtual(clock)) throw new Error('only a virtual clock can be moved')
    const end = clock.mono() + ms
    do await settled()
    while (clock.fireNext(end))
    clock.advance(end - clock.mono())
  }

  return {
    world,
    app,
    task,
    idle,
    pass,
    url,
    port,
    at,
    entity,
    person,
    api,
    login,
    as,
    system,
    async close() {
      const [promiseSettledResult] = await Promise.allSettled([mustTell(world.owner)])
      await app.stop()
      await world.close()
      if (given.databaseUrl === undefined) await dropDatabase(databaseUrl)
      rmSync(dir, { recursive: true, force: true })
      if (promiseSettledResult.status === 'rejected') throw promiseSettledResult.reason
    },
  }
}

export type Farm = Awaited<ReturnType<typeof aFarm>>
export type Api = { readonly [K in keyof typeof contracts]: ReturnType<typeof client<(typeof contracts)[K]>> }

/** The data of an answer that must not be a refusal. */
export function data<T>(answer: { readonly data: T } | { readonly refused: string }): T {
  if ('refused' in answer) throw new Error(`refused: ${answer.refused}`)
  return answer.data
}

/** What a call fails with: its code, and the field that it names. */
export const failing = (code: string, field?: string) => ({
  failure: expect.objectContaining({ code, ...(field && { fields: [expect.objectContaining({ field })] }) }) as unknown,
})
