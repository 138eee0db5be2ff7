import { afterAll, beforeAll, expect, test } from 'vitest'
import { aJournal } from './journal.ts'

/** Tables without row-level security, each with the reason. A new table has a policy, or its reason here. */
const UNPROTECTED: Readonly<Record<string, string>> = {
  kysely_migration: 'the migrations; of no tenant',
  kysely_migration_lock: 'the migrations; of no tenant',
  migration_digests: 'the migrations; of no tenant',
  settings: 'of the whole platform',
  restores: 'of the whole platform',
  pictures: 'found through the entity or user that shows one',
  files: 'found by an id that only its event knows; the quota of an entity is counted across scopes',
  tagged_entities: 'child of entities',
  role_permissions: 'child of roles',
  user_access: 'read before the scope of a user is known',
  responsibles: 'people in charge are named, or counted, across scopes',
  sessions: 'read before anybody is known',
  user_codes: 'read before anybody is known',
  idempotent_replies: 'own to the caller who asks; found by a key that it alone sent',
  terminal_links: 'child of terminals; written with every message of a box',
  terminal_credentials: 'read before a box is known',
  claims: 'read before a box is known',
  commands: 'child of interfaces; boxes answer them by their id',
  journal: 'COPY refuses it, and a policy per row would cost more than the read; queries join interfaces',
  history: 'like the journal',
  rollups_5m: 'like the journal',
  rollups_1h: 'like the journal',
  device_times: 'like the journal',
  last_values: 'like the journal; child of interfaces',
  register_bases: 'like the journal; child of interfaces',
  silo_states: 'like the journal; child of interfaces',
  dismissed_deliveries: 'like the journal; child of interfaces',
  sequences: 'written with every group commit; child of terminals',
  effects: 'written with the journal; child of terminals',
  projections: 'cursors of followers; of no tenant',
  quarantine: 'payloads of unknown boxes as well; the query joins terminals',
  rule_versions: 'child of rules',
  rule_interfaces: 'uses of an interface are counted across scopes; child of rules',
  rule_runs: 'child of rules; written with every evaluation',
  rule_states: 'child of rules; written with every evaluation',
  rule_group_members: 'child of rule_groups',
  event_occurrences: 'child of events; written in an alarm storm',
  event_changes: 'child of events; written in an alarm storm',
  event_attachments: 'child of events',
  report_batches: 'child of reports; decides whether a batch is deleted, across scopes',
  escalation_runs: 'child of events; written in an alarm storm',
  alarm_plan_notices: 'child of alarm_plans',
  task_origins: 'child of task_templates',
  task_assignees: 'child of tasks',
  task_changes: 'child of tasks',
  task_attachments: 'child of tasks',
  voice_keys: 'found by a secret before anybody is known',
  event_links: 'found by a secret before anybody is known',
  notification_days: 'a budget counts what others send as well',
  heartbeat_notices: 'of the platform itself',
  dashboards: 'one above the scope is found where it shows something in reach; every query says who may see it',
  widgets: 'child of dashboards',
  widget_subjects: 'child of widgets',
  widget_pictures: 'child of widgets',
  dashboard_public_links: 'found by a secret before anybody is known',
  dashboard_link_turns: 'child of dashboard_public_links',
  dashboard_favourites: 'own to the user who asks',
  dashboard_homepages: 'own to the user who asks',
}

let journal: Awaited<ReturnType<typeof aJournal>>
beforeAll(async () => {
  journal = await aJournal()
})
afterAll(() => journal.close())

test('every table has row-level security or a reason to have none', async () => {
  const tables = await journal.rows<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition and not relrowsecurity order by relname`,
  )
  expect(tables.map(({ name }) => name)).toEqual(Object.keys(UNPROTECTED).toSorted())
})

test('a child without a policy refers to the table that its reason names', async () => {
  const references = await journal.rows<{ child: string; parent: string }>(
    `select distinct conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint where contype = 'f'`,
  )
  const children = Object.entries(UNPROTECTED).flatMap(([child, reason]) => {
    const parent = /child of (\w+)/.exec(reason)?.[1]
    return parent === undefined ? [] : [{ child, parent }]
  })
  expect(children.length).toBeGreaterThan(10)
  for (const { child, parent } of children) expect(references).toContainEqual({ child, parent })
})

test('a table with row-level security has a policy', async () => {
  const open = await journal.rows(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity
       and not exists (select from pg_policy where polrelid = pg_class.oid)`,
  )
  expect(open).toEqual([])
})
