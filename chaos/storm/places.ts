import { RuleBody } from '@steading/contract/rules/body'
import { CATEGORIES } from '@steading/contract/devices/categories'
import { systemActor } from '../../apps/server/src/platform/actor.ts'
import { systemClock } from '../../apps/server/src/platform/time/clock.ts'
import { createQueryBuilder } from '../../apps/server/src/platform/database/connection/pool.ts'
import { createScopedDatabase } from '../../apps/server/src/platform/database/unitOfWork.ts'
import { tokenHash } from '../../apps/server/src/platform/security/secrets.ts'
import { createRule } from '../../apps/server/src/rules/index.ts'
import type { Farm, Terminal } from '../stage/farm.ts'
import type { Stage } from '../stage/stage.ts'

export interface PlacesOptions {
  readonly enterprises: number
  /** Each with a keeper, who hears by mail and by SMS. */
  readonly farms: number
  readonly boxes: number
  /** Every so manieth box stands where it is CRITICAL. */
  readonly critical: number
}

/** °C above which it is too hot. */
export const LIMIT = 30
/** How mails and messages name the n-th box's alarm. */
export const titleOf = (n: number) => `Too hot in house ${n}`
export const HOUSE = /Too hot in house (\d+)/g

/** A box, and the rule that runs on it. */
export interface House {
  readonly n: number
  readonly terminal: Terminal
  readonly rule: RuleBody
  readonly critical: boolean
}

/** Boxes on farms of several enterprises, each with a rule of its own: as made by hand once, and then copied in the tables. */
export async function manyPlaces(
  { owner }: Stage,
  farm: Farm,
  { enterprises, farms, boxes, critical }: PlacesOptions,
): Promise<House[]> {
  const ids = async (text: string, values: readonly unknown[]) =>
    (await owner.query<{ id: string }>(text, [...values])).rows.map(row => row.id)
  const payers = await ids(
    `insert into entities (parent_id, path, type, name) select $1, '', 'ENTERPRISE', 'Enterprise ' || n from generate_series(1, $2) n
     returning id`,
    [farm.root, enterprises],
  )
  const at = await ids(
    `insert into entities (parent_id, path, type, name)
     select ($1::bigint[])[1 + n % $2], '', 'FARM', 'Farm ' || n from generate_series(1, $3) n returning id`,
    [payers, enterprises, farms],
  )
  await owner.query(
    `with role as (insert into roles (entity_id, name) values ($1, 'Keepers') returning id),
       keepers as (insert into users (entity_id, role_id, email, display_name, short_name, phone, time_zone)
         select place, role.id, 'keeper' || n || '@steading.example', 'Keeper ' || n, 'Keeper ' || n, '+35191' || (1000000 + n), 'UTC'
         from role, unnest($2::bigint[]) with ordinality as places (place, n) returning id, entity_id)
     insert into responsibles (entity_id, user_id) select entity_id, id from keepers`,
    [farm.root, at],
  )
  const severityOf = (index: number) => (index % critical === 0 ? 'CRITICAL' : 'MAJOR')
  const numbers = Array.from({ length: boxes }, (_, index) => index + 1)
  const places = numbers.map((_, index) => at[Math.floor((index * farms) / boxes)]!)
  const uids = numbers.map(n => `storm${String(n).padStart(12, '0')}`)
  const terminals = await ids(
    `insert into terminals (entity_id, uid, display_name, profile, provision_status, time_out)
     select place, uid, 'Box ' || n, 'FC-SMARTBOX-1', 'PROVISIONED', 0
     from unnest($1::bigint[], $2::text[]) with ordinality as boxes (place, uid, n) returning id`,
    [places, uids],
  )
  const passwords = terminals.map(id => `password-of-${id}`.padEnd(43, 'x'))
  await owner.query(
    `with links as (insert into terminal_links (terminal_id, next_ix) select unnest($1::bigint[]), 1)
     insert into terminal_credentials select id, 1, decode(hash, 'hex'), now(), now()
     from unnest($1::bigint[], $2::text[]) as boxes (id, hash)`,
    [terminals, passwords.map(password => tokenHash(password).toString('hex'))],
  )
  const sensors = await ids(
    `insert into interfaces (terminal_id, entity_id, ix, display_name, category, data_type, direction, address, history)
     select terminal, place, 0, 'Air ' || n, 'TEMPERATURE', $3, 'IN', 'a', $4
     from unnest($1::bigint[], $2::bigint[]) with ordinality as boxes (terminal, place, n) returning id`,
    [terminals, places, CATEGORIES.TEMPERATURE.dataType, CATEGORIES.TEMPERATURE.history.mode],
  )

  const db = createScopedDatabase(createQueryBuilder(owner), systemClock)
  const first = await farm.terminal(['TEMPERATURE'])
  const made = async (severityLevel: 'CRITICAL' | 'MAJOR') =>
    db.work(systemActor('chaos'), async work => {
      const id = await createRule(work, {
        displayName: severityLevel,
        entityId: farm.root,
        terminalId: first.id,
        template: 'ALARM_WITHOUT_ACTUATION',
        inputs: { lines: [{ interfaceId: first.interfaceIds[0], logicOperator: 'GREATER', inputValue: LIMIT }] },
        event: {
          title: 'Too hot',
          severityLevel,
          category: 'CLIMATE',
          actionConfigurations: [{ type: 'MAIL' }, { type: 'SMS' }],
        },
      })
      const row = await work.sql.selectFrom('rules').select(['body', 'event']).where('id', '=', id).executeTakeFirstOrThrow()
      return { body: RuleBody.parse(row.body), event: row.event as object } // safe: createRule wrote both
    })
  const patterns = { CRITICAL: await made('CRITICAL'), MAJOR: await made('MAJOR') }
  const rules = await ids(
    `insert into rules (entity_id, terminal_id, kind, template, display_name, body, status, deployment_status, running_version)
     select place, terminal, 'ALARM', 'ALARM_WITHOUT_ACTUATION', 'Too hot ' || n, '{}', 'ENABLED', 'DEPLOYED', 1
     from unnest($1::bigint[], $2::bigint[]) with ordinality as boxes (place, terminal, n) returning id`,
    [places, terminals],
  )
  const bodies = numbers.map((_, index) => {
    const { body } = patterns[severityOf(index)]
    const sensor = JSON.stringify(sensors[index])
    return RuleBody.parse({
      ...(JSON.parse(JSON.stringify(body).replaceAll(JSON.stringify(first.interfaceIds[0]), sensor)) as object),
      id: rules[index],
    })
  })
  const events = numbers.map((n, index) => JSON.stringify({ ...patterns[severityOf(index)].event, title: titleOf(n) }))
  await owner.query(
    `with said as (update rules set body = new.body::jsonb, event = new.event::jsonb
         from unnest($1::bigint[], $2::text[], $3::text[]) as new (id, body, event) where rules.id = new.id),
       connected as (insert into rule_interfaces (rule_id, body_version, interface_id, role) select rule, 1, sensor, 'IN'
         from unnest($1::bigint[], $4::bigint[]) as wired (rule, sensor))
     insert into rule_versions (rule_id, body_version, display_name, body, event, auto_close, created_at)
     select id, 1, 'Too hot', body::jsonb, event::jsonb, true, now() from unnest($1::bigint[], $2::text[], $3::text[]) as new (id, body, event)`,
    [rules, bodies.map(body => JSON.stringify(body)), events, sensors],
  )
  await owner.query('analyze')
  return numbers.map((n, index) => ({
    n,
    terminal: { id: terminals[index]!, uid: uids[index]!, password: passwords[index]!, interfaceIds: [sensors[index]!] },
    rule: bodies[index]!,
    critical: severityOf(index) === 'CRITICAL',
  }))
}
