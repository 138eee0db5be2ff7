// What lists cost as an organisation grows: the first page and a search of each, over HTTP, in a large database and in one of a
// hundredth of its size.
import { client } from '@steading/contract/http/client'
import { entities } from '@steading/contract/entities/entities'
import { interfaces } from '@steading/contract/devices/interfaces'
import { terminals } from '@steading/contract/devices/terminals'
import { users } from '@steading/contract/users/users'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { buildApp } from '../apps/server/src/app/app.ts'
import { durableWorld } from './cluster.ts'
import { comparePages } from './pages.ts'
import { wireOf } from './person.ts'

const LARGE = { entities: 50_000, people: 10_000, interfaces: 200_000 }
const HUNDREDTH = { entities: 500, people: 100, interfaces: 2_000 }

/** Rows of an organisation; entities in hundreds. */
export type OrganisationSize = typeof LARGE

export async function benchLists({
  rounds,
  calls,
  sizes = [LARGE, HUNDREDTH],
}: {
  readonly rounds: number
  readonly calls: number
  readonly sizes?: readonly [large: OrganisationSize, small: OrganisationSize]
}) {
  await comparePages(await organisation(sizes[0]), await organisation(sizes[1]), { rounds, calls })
}

async function organisation(size: typeof LARGE) {
  const { world, stop } = await durableWorld()
  const began = performance.now()
  await fill(world.owner, size)
  console.log(
    `lists: ${size.entities} entities, ${size.people} people, ${size.interfaces} interfaces in ${Math.round((performance.now() - began) / 1000)} s`,
  )
  const app = await buildApp(world)
  await app.start()
  const wire = await wireOf(world.owner, (app.http.server.address() as AddressInfo).port) // safe: it listens on TCP
  const [ofEntities, ofUsers, ofInterfaces, ofTerminals] = [entities, users, interfaces, terminals].map(one =>
    client(one, wire),
  ) as unknown as [
    ReturnType<typeof client<typeof entities>>,
    ReturnType<typeof client<typeof users>>,
    ReturnType<typeof client<typeof interfaces>>,
    ReturnType<typeof client<typeof terminals>>,
  ] // safe: in this order
  // As rare a word in the large database as in the small one.
  const search = `x${size.entities / 10}`
  return {
    pages: {
      'entities, first page': () => ofEntities.search({ query: {} }),
      'entities, search': () => ofEntities.search({ query: { search } }),
      'entities, top of the tree': () => ofEntities.top({ query: {} }),
      'people, first page': () => ofUsers.search({ query: {} }),
      'people, search': () => ofUsers.search({ query: { search } }),
      'interfaces, first page': () => ofInterfaces.search({ query: {} }),
      'interfaces, search': () => ofInterfaces.search({ query: { search } }),
      'terminals, first page': () => ofTerminals.search({ query: {} }),
      'terminals, search': () => ofTerminals.search({ query: { search } }),
    },
    async stop() {
      await app.stop()
      await stop()
    },
  }
}

/** Companies of 100 entities: 9 farms of 10 houses each; people, boxes and sensors spread evenly over them. */
async function fill(owner: pg.Pool, { entities: many, people, interfaces: points }: typeof LARGE) {
  const companies = many / 100
  await owner.query(`insert into entities (path, type, name) values ('', 'ROOT', 'Root')`)
  await owner.query(
    `insert into entities (parent_id, path, type, name) select root.id, '', 'ENTERPRISE', 'Company x' || n
     from entities root, generate_series(1, $1::int) n where root.type = 'ROOT'`,
    [companies],
  )
  await owner.query(
    `insert into entities (parent_id, path, type, name) select over.id, '', 'FARM', 'Farm x' || over.id || '-' || n
     from entities over, generate_series(1, 9) n where over.type = 'ENTERPRISE'`,
  )
  // A house is named after its farm: looked up by its id, once it is known how many there are.
  await owner.query('analyze entities')
  await owner.query(
    `insert into entities (parent_id, path, type, name) select over.id, '', 'SECTOR', 'House x' || over.id || '-' || n
     from entities over, generate_series(1, 10) n where over.type = 'FARM'`,
  )
  await owner.query(`insert into roles (entity_id, name) select id, 'Everybody' from entities where type = 'ROOT'`)
  await owner.query(
    `insert into users (entity_id, role_id, email, display_name, short_name)
     select at.id, role.id, 'person' || n || '@steading.example', 'Person x' || n, 'Person x' || n
     from generate_series(1, $1::int) n, roles role,
       lateral (select id from entities where id % $2 = n % $2 and type = 'FARM' order by id limit 1) at`,
    [people, companies],
  )
  await owner.query(
    `insert into terminals (entity_id, uid, display_name, profile, provision_status)
     select id, 'bench' || lpad(id::text, 12, '0'), 'Box x' || id, 'FC-SMARTBOX-1', 'PROVISIONED' from entities where type = 'FARM'`,
  )
  await owner.query('insert into terminal_links (terminal_id) select id from terminals')
  await owner.query(
    `insert into interfaces (terminal_id, entity_id, ix, display_name, category, data_type, direction, address, history)
     select box.id, box.entity_id, n, 'Sensor x' || box.id || '-' || n, 'TEMPERATURE', 'DECIMAL', 'IN', 'a', 'ALL_VALUES'
     from terminals box, generate_series(1, $1::int) n`,
    [Math.ceil(points / (companies * 9))],
  )
  await owner.query(
    `insert into last_values (interface_id, ts, received_at, value, flags)
     select id, now() - id * interval '1 millisecond', now(), 21.5, 16 from interfaces`,
  )
  await owner.query('analyze')
}
