import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Farm } from './farm.ts'

/** One of each kind of object that hangs on an entity, all carrying the same unmistakable name. */
export interface Objects {
  readonly canary: string
  readonly entity: string
  readonly terminal: string
  /** A terminal that nothing hangs on. */
  readonly spare: string
  readonly interface: string
  readonly output: string
  readonly rule: string
  readonly event: string
  readonly notification: string
  /** An event that a person wrote down, with a file of the name `canary.txt`. */
  readonly written: string
  readonly dashboard: string
  readonly widget: string
  readonly command: string
  readonly audit: string
  readonly drill: string
  readonly protectionTest: string
  readonly generatorRun: string
  /** A report that is ready, with a file, and the schedule that made it. */
  readonly report: string
  readonly reportSchedule: string
  /** One that is closed, of which nobody wrote anything down. */
  readonly batch: string
  /** One that is open, with a movement and a weighing. */
  readonly openBatch: string
  readonly animalMovement: string
  readonly weighing: string
  readonly feedMovement: string
  /** A feed movement that a silo showed, pending. */
  readonly delivery: string
  /** An entity of its own directly below, that nothing hangs on, and its type. */
  readonly place: string
  readonly placeType: string
  readonly tag: string
  readonly template: string
  /** The product's own for alarms, which the rule is made of. */
  readonly alarms: string
  readonly group: string
  /** A role that nobody has. */
  readonly role: string
  /** Reference data that nothing refers to. */
  readonly genetics: string
  readonly feedType: string
  readonly feedFactory: string
  readonly deathReason: string
  readonly curve: string
  readonly tariff: string
  readonly apiAccess: string
  /** A paused webhook of events. */
  readonly subscription: string
  /** Somebody who stands there, and what the person is signed in with. */
  readonly user: string
  readonly session: string
  /** A task in progress, with a file of the name `canary.txt`. */
  readonly task: string
  /** Task templates: two that wait for their approval, one that was rejected. */
  readonly taskTemplate: string
  readonly otherTemplate: string
  readonly rejectedTemplate: string
}

/** The least that a template of an alarm asks for. */
export const ruleInputs = [{ id: 'lines', group: 'lines', type: 'DROPGROUP', action: 'INPUT', required: true }] as const

let made = 0

/** Puts one of each at an entity, straight into the tables: the slices' own ways in are what is under test. */
export async function objectsAt(farm: Farm, entity: string): Promise<Objects> {
  const number = ++made
  const canary = `canary-${number}-${Math.random().toString(36).slice(2)}`
  // Of the platform's clock: the database has its own.
  const now = `timestamptz '${new Date(farm.world.clock.now()).toISOString()}'`
  const one = async (text: string, values: unknown[]) => {
    const { rows } = await farm.world.owner.query<{ id: string }>(`${text} returning id::text`, values)
    return rows[0]!.id
  }
  const terminal = await one(
    `insert into terminals (entity_id, uid, display_name, profile, provision_status) values ($1, $2, $3, 'FC-SMARTBOX-1', 'PROVISIONED')`,
    [entity, `box${String(number).padStart(12, '0')}`, canary],
  )
  await farm.world.owner.query('insert into terminal_links (terminal_id) values ($1)', [terminal])
  const spare = await one(
    `insert into terminals (entity_id, uid, display_name, profile) values ($1, $2, $3, 'FC-SMARTBOX-ROOM')`,
    [entity, `spare${String(number).padStart(12, '0')}`, canary],
  )
  await farm.world.owner.query('insert into terminal_links (terminal_id) values ($1)', [spare])
  await farm.world.owner.query(
    `insert into quarantine (terminal_id, uid, topic, code, reason, size, payload, received_at)
     select id, uid, 'up/data', 'UNREADABLE', $2, 1, $2::text::bytea, ${now} from terminals where id = $1`,
    [terminal, canary],
  )
  const point = (ix: number, category: string, direction: string) =>
    one(
      `insert into interfaces (terminal_id, entity_id, ix, display_name, category, data_type, direction, address, history)
       values ($1, $2, $3, $4, $5, 'DECIMAL', $6, 'a', 'ALL_VALUES')`,
      [terminal, entity, ix, canary, category, direction],
    )
  const sensor = await point(1, 'TEMPERATURE', 'IN')
  const output = await point(2, 'VENTILATION_CONTROL', 'IN_OUT')
  await farm.world.owner.query(
    `insert into last_values (interface_id, ts, received_at, value, flags) values ($1, ${now}, ${now}, 21.5, 16)`,
    [sensor],
  )
  const body = {
    id: '1',
    version: 1,
    template: 'ALARM_WITHOUT_ACTUATION',
    timeZone: 'UTC',
    interfaces: [{ id: sensor, dataType: 'DECIMAL', kind: 'GAUGE' }],
    inputs: { lines: [{ interfaceId: sensor, logicOperator: 'GREATER', inputValue: 30 }] },
    event: { severityLevel: 'MAJOR' },
  }
  const rule = await one(
    `insert into rules (entity_id, terminal_id, kind, template, display_name, body, event)
     values ($1, $2, 'ALARM', 'ALARM_WITHOUT_ACTUATION', $3, $4, $5)`,
    [entity, terminal, canary, body, { title: canary, category: 'CLIMATE' }],
  )
  await farm.world.owner.query(`insert into rule_interfaces (rule_id, interface_id, role) values ($1, $2, 'IN')`, [rule, sensor])
  await farm.world.owner.query(
    `insert into rule_versions (rule_id, body_version, display_name, body, event, auto_close, created_at)
     select id, body_version, display_name, body, event, auto_close, created_at from rules where id = $1`,
    [rule],
  )
  await farm.world.owner.query(
    `insert into rule_runs (rule_id, terminal_id, body_version, started_at, ended_at) values ($1, $2, 1, ${now}, ${now})`,
    [rule, terminal],
  )
  const group = await one(
    `insert into rule_groups (entity_id, display_name, created_at, updated_at) values ($1, $2, ${now}, ${now})`,
    [entity, canary],
  )
  const { rows: own } = await farm.world.owner.query<{ id: string }>(
    `select id::text from rule_templates where engine = 'ALARM_WITHOUT_ACTUATION' and entity_id is null`,
  )
  const event = await one(
    `insert into events (entity_id, terminal_id, rule_id, title, severity, category, source, problem, status, open_date)
     values ($1, $2, $3, $4, 'MAJOR', 'CLIMATE', 'PLATFORM', 'BAD_PAYLOADS', 'OPEN', ${now})`,
    [entity, terminal, rule, canary],
  )
  await farm.world.owner.query(`insert into event_changes (event_id, status, notes, date) values ($1, 'OPEN', $2, ${now})`, [
    event,
    canary,
  ])
  await farm.world.owner.query(
    `insert into early_warnings (event_id, entity_id, kind, direction, score, deviation, opened_at, finding)
     values ($1, $2, 'WATER', 'HIGH', 1.5, 22, ${now}, $3)`,
    [event, entity, canary],
  )
  const notification = await one(
    `insert into notifications (key, event_id, entity_id, channel, recipient, subject, text, created_at, due_at) values ($1, $2, $3, 'MAIL', $1, $1, $1, ${now}, ${now})`,
    [canary, event, entity],
  )
  // Another person's dashboard: out of sight wherever it stands.
  const owner = await farm.person('Root')
  const dashboard = await one(
    `insert into dashboards (entity_id, user_id, display_name) select $1, id, $2 from users where email = $3`,
    [entity, canary, owner],
  )
  const widget = await one(`insert into widgets (dashboard_id, type, configs) values ($1, 'STICKY_NOTE', $2)`, [
    dashboard,
    JSON.stringify({ text: canary }),
  ])
  const command = `01${String(number).padStart(24, '0')}`
  await farm.world.owner.query(
    `insert into commands (id, interface_id, terminal_id, sid, n, value, issued_at, ttl, hold, issuer_name, state)
     values ($1, $2, $3, 's', 1, '40', ${now}, 8000, 0, $4, 'DONE')`,
    [command, output, terminal, canary],
  )
  const written = await one(
    `insert into events (entity_id, title, severity, category, source, status, open_date)
     values ($1, $2, 'LOW', 'SECURITY', 'PERSON', 'OPEN', ${now})`,
    [entity, canary],
  )
  const aFile = async () => {
    const id = randomUUID()
    const path = join(farm.world.config.dataDir, 'files', id.slice(0, 2), id)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, canary)
    await farm.world.owner.query('insert into files (id, entity_id, bytes, in_use) values ($1, $2, $3, true)', [
      id,
      entity,
      canary.length,
    ])
    return id
  }
  const attach = async (table: string, column: string, id: string) =>
    farm.world.owner.query(
      `insert into ${table} (${column}, name, type, bytes, file_id, created_at) values ($1, 'canary.txt', 'text/plain', $2, $3, ${now})`,
      [id, canary.length, await aFile()],
    )
  await attach('event_attachments', 'event_id', written)
  const audit = await one(
    `insert into audit (ts, actor_kind, actor_name, entity_id, object_type, object_id, object_name, action)
     values (${now}, 'system', 'test', $1, 'terminal', $2, $3, 'UPDATE')`,
    [entity, terminal, canary],
  )
  const drill = await one(
    `insert into drills (entity_id, terminal_id, farm_name, house_name, box_name, time_zone, plan, started_by_name, state, stage, created_at, due_at, ended_at)
     values ($1, $2, $3, $3, $3, 'UTC', '{"isOn":true,"weekday":1,"at":"10:00"}', $3, 'FAILED', 'NO_BOX', ${now}, ${now}, ${now})`,
    [entity, terminal, canary],
  )
  const protectionTest = await one(
    `insert into protection_tests (entity_id, path, tested_at, result, tester, created_at) values ($1, 'SIREN', ${now}, 'PASSED', $2, ${now})`,
    [entity, canary],
  )
  const generatorRun = await one(
    `insert into generator_runs (entity_id, started_at, ended_at, on_load, operator, created_at)
     values ($1, ${now} - interval '1 hour', ${now}, true, $2, ${now})`,
    [entity, canary],
  )
  const reportSchedule = await one(
    `insert into report_schedules (entity_id, display_name, type, format, entity_ids, batch_ids, language, time_zone, recipient_ids,
       frequency, at_time, next_due_at, created_at)
     values ($1, $2, 'EVENTS', 'CSV', array[$1::bigint], '{}', 'en-US', 'UTC', '{}', 'DAILY', '07:00', ${now} + interval '1 year', ${now})`,
    [entity, canary],
  )
  const report = await one(
    `insert into reports (entity_id, display_name, type, format, entity_ids, batch_ids, from_day, to_day, language, time_zone,
       recipient_ids, schedule_id, due_key, status, file_id, file_name, bytes, created_at, finished_at)
     values ($1, $2, 'EVENTS', 'CSV', array[$1::bigint], '{}', '2026-05-04', '2026-05-10', 'en-US', 'UTC', '{}', $3, 'first', 'READY',
       $4, $2 || '.csv', 6, ${now}, ${now})`,
    [entity, canary, reportSchedule, await aFile()],
  )
  const { rows: types } = await farm.world.owner.query<{ type: string }>('select type from entities where id = $1', [entity])
  const placeType = types[0]!.type === 'GROUP' ? 'GROUP' : 'SECTOR'
  const child = (name: string) =>
    one(`insert into entities (parent_id, type, name, path) values ($1, $2, $3, '')`, [entity, placeType, name])
  // Batches in a house of their own: at, above or below one there is no other at the same time.
  const house = await child(`${canary} house`)
  const batch = await one(
    `insert into batches (entity_id, code, sector_number, species, open_date, close_date, created_at)
     values ($1, $2, '1', 'BROILER', '2026-05-01', '2026-05-20', ${now})`,
    [house, canary],
  )
  const openBatch = await one(
    `insert into batches (entity_id, code, sector_number, species, open_date, created_at)
     values ($1, $2, '1', 'BROILER', '2026-05-21', ${now})`,
    [house, `${canary} open`],
  )
  const animalMovement = await one(
    `insert into animal_movements (batch_id, at, action, action_type, type_description, number, weight, age, created_at)
     values ($1, '2026-05-21', 'ENTRY', 'EXTERNAL_ENTRY', $2, 100, 4.4, 0, ${now})`,
    [openBatch, canary],
  )
  const weighing = await one(
    `insert into weighings (batch_id, at, number, total_weight, method, notes, created_at)
     values ($1, '2026-05-22', 10, 0.5, 'MANUAL', $2, ${now})`,
    [openBatch, canary],
  )
  const genetics = await one(`insert into genetics (entity_id, code, display_name, species) values ($1, 'C', $2, 'BROILER')`, [
    entity,
    canary,
  ])
  const feedType = await one(`insert into feed_types (entity_id, code, display_name, species) values ($1, 'C', $2, 'BROILER')`, [
    entity,
    canary,
  ])
  const feedMovement = await one(
    `insert into feed_movements (entity_id, batch_id, at, action, action_type, type_description, weight, feed_type_id, created_at)
     values ($1, $2, '2026-05-22', 'ENTRY', 'BUY', $3, 100, $4, ${now})`,
    [house, openBatch, canary, feedType],
  )
  const delivery = await one(
    `insert into feed_movements (entity_id, batch_id, at, action, action_type, type_description, weight, pending, silo_interface_id,
       detected_at, created_at)
     values ($1, $2, '2026-05-23', 'ENTRY', 'BUY', $3, 6000, true, $4, '2026-05-23', ${now})`,
    [house, openBatch, canary, sensor],
  )
  const feedFactory = await one('insert into feed_factories (entity_id, display_name) values ($1, $2)', [entity, canary])
  const deathReason = await one(
    `insert into death_reasons (entity_id, code, display_name, species) values ($1, 'C', $2, 'BROILER')`,
    [entity, canary],
  )
  const curve = await one(
    `insert into production_curves (entity_id, display_name, species, age_unit, details)
     values ($1, $2, 'BROILER', 1, '[{"age": 0, "weight": 0.04}, {"age": 7, "weight": 0.2}]')`,
    [entity, canary],
  )
  const tariff = await one(
    `insert into tariffs (entity_id, display_name, currency, time_zone, valid_from, cycles)
     values ($1, $2, 'EUR', 'Europe/Lisbon', '2026-01-01', '[{"season": "ALL", "lines": [{"daysOfWeek": ["mon"],
       "timeIntervals": [{"startTime": "00:00:00", "endTime": "23:59:59", "displayName": "P1", "value": 0.2}]}]}]')`,
    [entity, canary],
  )
  const aTemplate = (status: string) =>
    one(
      `insert into task_templates (entity_id, display_name, priority, requires_approval, trigger, due_after, approval_status, created_at)
       values ($1, $2, 'LOW', false, '{"type":"MANUAL"}', 24, $3, ${now})`,
      [entity, canary, status],
    )
  const taskTemplate = await aTemplate('PENDING_APPROVAL')
  const otherTemplate = await aTemplate('PENDING_APPROVAL')
  const rejectedTemplate = await aTemplate('REJECTED')
  const task = await one(
    `insert into tasks (entity_id, title, priority, status, due_at, requires_approval, created_at)
     values ($1, $2, 'LOW', 'IN_PROGRESS', ${now}, false, ${now})`,
    [entity, canary],
  )
  await farm.world.owner.query(`insert into task_changes (task_id, status, notes, at) values ($1, 'IN_PROGRESS', $2, ${now})`, [
    task,
    canary,
  ])
  await attach('task_attachments', 'task_id', task)
  const place = await child(canary)
  const template = await one(
    `insert into rule_templates (entity_id, engine, name, inputs) values ($1, 'ALARM_WITHOUT_ACTUATION', $2, $3)`,
    [entity, canary, JSON.stringify(ruleInputs)],
  )
  const tag = await one(`insert into entity_tags (entity_id, name) values ($1, $2)`, [entity, canary])
  const role = await one(`insert into roles (entity_id, name) values ($1, $2)`, [entity, canary])
  const userRole = await one(`insert into roles (entity_id, name) values ($1, $2)`, [entity, `${canary} held`])
  const user = await one(
    `insert into users (entity_id, role_id, email, display_name, short_name, password_hash) values ($1, $2, $3, $4, $4, 'none')`,
    [entity, userRole, `${canary}@steading.example`, canary],
  )
  const session = await one(
    `insert into sessions (user_id, token_hash, created_at, used_at, seen_at, expires_at, ip, agent)
     values ($1, sha256($2::bytea), ${now}, ${now}, ${now}, ${now} + interval '1 hour', '', $3)`,
    [user, canary, canary],
  )
  const apiAccess = await one(
    `insert into api_access (entity_id, owner_id, username, display_name, scopes, secret_hash, rate_limit, created_at)
     values ($1, $2, $3, $4, '{api.read}', sha256($3::text::bytea), 60, ${now})`,
    [entity, user, `program-${number}`, canary],
  )
  const subscription = await one(
    `insert into subscriptions (api_id, display_name, type, delivery, url, status, cursor, created_at)
     values ($1, $2, 'EVENTS', 'WEBHOOK', 'https://receiver.example/', 'PAUSED', 0, ${now})`,
    [apiAccess, canary],
  )
  return {
    canary,
    entity,
    terminal,
    spare,
    interface: sensor,
    output,
    rule,
    event,
    written,
    dashboard,
    widget,
    command,
    audit,
    drill,
    protectionTest,
    generatorRun,
    report,
    reportSchedule,
    batch,
    openBatch,
    animalMovement,
    weighing,
    feedMovement,
    delivery,
    notification,
    place,
    placeType,
    tag,
    template,
    genetics,
    feedType,
    feedFactory,
    deathReason,
    curve,
    tariff,
    alarms: own[0]!.id,
    group,
    role,
    apiAccess,
    subscription,
    user,
    session,
    task,
    taskTemplate,
    otherTemplate,
    rejectedTemplate,
  }
}

/** Everything that these objects are, as text: equal before and after means that nobody touched them. */
export async function fingerprint(farm: Farm, objects: readonly Objects[]): Promise<string> {
  const of = async (table: string, ids: readonly string[], column = 'id') => {
    const { rows } = await farm.world.owner.query<{ all: string }>(
      `select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as all from ${table} t where ${column}::text = any($1)`,
      [ids],
    )
    return `${table}:${rows[0]!.all}`
  }
  const all = <K extends keyof Objects>(key: K) => objects.map(one => one[key])
  const parts = await Promise.all([
    of('entities', [...all('entity'), ...all('place')]),
    of('entities', all('entity'), 'parent_id'),
    of('rule_templates', all('entity'), 'entity_id'),
    of('genetics', all('entity'), 'entity_id'),
    of('feed_types', all('entity'), 'entity_id'),
    of('feed_factories', all('entity'), 'entity_id'),
    of('death_reasons', all('entity'), 'entity_id'),
    of('production_curves', all('entity'), 'entity_id'),
    of('tariffs', all('entity'), 'entity_id'),
    of('entity_tags', all('entity'), 'entity_id'),
    of('tagged_entities', all('tag'), 'tag_id'),
    of('roles', all('entity'), 'entity_id'),
    of('api_access', all('entity'), 'entity_id'),
    of('subscriptions', all('apiAccess'), 'api_id'),
    of('events', [...all('event'), ...all('written')]),
    of('event_attachments', all('written'), 'event_id'),
    of('users', all('entity'), 'entity_id'),
    of('sessions', all('session')),
    of('terminals', [...all('terminal'), ...all('spare')]),
    of('interfaces', all('terminal'), 'terminal_id'),
    of('commands', all('terminal'), 'terminal_id'),
    of('rules', all('terminal'), 'terminal_id'),
    of('rule_groups', all('entity'), 'entity_id'),
    of('rule_group_members', all('group'), 'group_id'),
    of('events', all('terminal'), 'terminal_id'),
    of('event_changes', all('event'), 'event_id'),
    of('notifications', all('event'), 'event_id'),
    of('early_warnings', all('event'), 'event_id'),
    of('unwatched_houses', [...all('entity'), ...all('place')], 'entity_id'),
    of('drills', all('drill')),
    of('protection_tests', all('protectionTest')),
    of('generator_runs', all('generatorRun')),
    of('reports', all('report')),
    of('report_schedules', all('reportSchedule')),
    of('batches', [...all('batch'), ...all('openBatch')]),
    of('animal_movements', all('openBatch'), 'batch_id'),
    of('weighings', all('openBatch'), 'batch_id'),
    of('feed_movements', all('openBatch'), 'batch_id'),
    of('imported_events', all('openBatch'), 'batch_id'),
    of('batch_days', all('batch'), 'batch_id'),
    of('batch_figures', all('batch'), 'batch_id'),
    of('batch_environment', all('batch'), 'batch_id'),
    of('drill_plans', all('entity'), 'entity_id'),
    of('alarm_plans', all('entity'), 'entity_id'),
    of('task_templates', all('entity'), 'entity_id'),
    of('tasks', all('entity'), 'entity_id'),
    of('task_assignees', all('task'), 'task_id'),
    of('task_changes', all('task'), 'task_id'),
    of('task_attachments', all('task'), 'task_id'),
    of('dashboards', all('dashboard')),
    of('widgets', all('dashboard'), 'dashboard_id'),
  ])
  return parts.join(' ')
}
