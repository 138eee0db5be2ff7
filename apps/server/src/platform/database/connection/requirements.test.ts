import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import pg from 'pg'
import { createDatabase } from '../../../../test/cluster.ts'
import { missingRequirements, requireSuitableDatabase, UnsuitableDatabase } from './requirements.ts'
import type { DatabaseFacts } from './requirements.ts'

const FIT: DatabaseFacts = {
  version: 180_004,
  role: 'farm',
  database: 'barns',
  isSuperuser: false,
  mayCreateRoles: false,
  mayCreateInDatabase: true,
  mayCreateInPublic: true,
  hasAppRole: true,
  maySetAppRole: true,
  unavailableExtensions: [],
}

test.each([
  [{}, []],
  [{ version: 150_017 }, [/^found PostgreSQL 15\.17, needed 18 or newer/]],
  [{ unavailableExtensions: ['ltree', 'citext'] }, [/^not available on the server: ltree, citext;/]],
  [{ mayCreateInDatabase: false }, [/grant create on database "barns" to "farm";$/]],
  [{ mayCreateInPublic: false }, [/grant create on schema public to "farm";$/]],
  [{ hasAppRole: false, maySetAppRole: false }, [/create role steading_app nologin; grant steading_app to "farm";$/]],
  [{ hasAppRole: false, maySetAppRole: false, mayCreateRoles: true }, []],
  [{ maySetAppRole: false }, [/may not become steading_app.*grant steading_app to "farm";$/]],
  [{ isSuperuser: true, mayCreateInDatabase: false, mayCreateInPublic: false, maySetAppRole: false }, []],
])('%j lacks %j', (facts, lines) =>
  expect(missingRequirements({ ...FIT, ...facts })).toEqual(lines.map(line => expect.stringMatching(line) as unknown)),
)

const ROLE = `farm_${process.pid}`
let owner: pg.Pool
let stranger: pg.Pool
beforeAll(async () => {
  const url = await createDatabase(inject('clusterUrl'), `unfit_${process.pid}`)
  owner = new pg.Pool({ connectionString: url })
  await owner.query(`create role ${ROLE} login`)
  const address = new URL(url)
  address.username = ROLE
  stranger = new pg.Pool({ connectionString: address.href })
})
afterAll(async () => {
  await stranger.end()
  await owner.query(`drop owned by ${ROLE}`)
  await owner.query(`drop role ${ROLE}`)
  await owner.end()
})

test('names missing rights and the statements that grant them', async () => {
  const failure: unknown = await requireSuitableDatabase(stranger).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(UnsuitableDatabase)
  const { message } = failure as UnsuitableDatabase // safe: as above
  expect(message).toContain('may not create tables in schema public')
  for (const [, statements] of message.matchAll(/a superuser may grant it: (.+;)$/gm)) await owner.query(statements!)
  await requireSuitableDatabase(stranger)
})

test('reports no missing privilege for a superuser', async () => {
  await expect(requireSuitableDatabase(owner)).resolves.toBeUndefined()
})
