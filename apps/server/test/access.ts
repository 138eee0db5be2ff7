import { address } from '@steading/contract/client'
import { contracts } from '@steading/contract/contracts'
import type { Permission } from '@steading/contract/permissions'
import type { Route, Routes } from '@steading/contract/route'
import { demoRoles } from '../src/demo/roles.ts'
import { aFarm } from './farm.ts'
import type { Farm } from './farm.ts'
import { fingerprint, objectsAt, ruleInputs } from './objects.ts'
import type { Objects } from './objects.ts'

interface Ask {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/**
 * How each route is asked about somebody's objects.
 * `object`: the ask names one; inside it succeeds, elsewhere it is not there. `list`: nothing of elsewhere may show.
 * `own`: about the caller alone. `shut`: may be refused even inside, for a reason other than access (its status is told).
 */
interface Case {
  readonly kind: 'object' | 'list' | 'own'
  readonly ask: (at: Objects) => Ask
  /** The status inside, where it is not 200. */
  readonly inside?: number | ((at: Objects) => number)
  /** Objects of somebody else's own: nowhere there. */
  readonly hidden?: boolean
  /** Of what is made above, for the people below: named in the answer, or seen itself. */
  readonly above?: 'named' | 'seen'
  /** The permission that the handler asks for besides, where it depends on what is asked. */
  readonly needs?: Permission
}

type RouteName = { [S in keyof typeof contracts]: `${S}.${keyof (typeof contracts)[S] & string}` }[keyof typeof contracts]

const nothing = () => ({})
const byId = (key: keyof Objects, more: Ask = {}) => ({
  kind: 'object' as const,
  ask: (at: Objects) => ({ params: { id: at[key] }, ...more }),
})
const changed = (key: keyof Objects, body: (at: Objects) => unknown) => ({
  kind: 'object' as const,
  ask: (at: Objects) => ({ params: { id: at[key] }, body: body(at) }),
})
const list = (ask: (at: Objects) => Ask = nothing): Case => ({ kind: 'list', ask })
const own = (ask: (at: Objects) => Ask = nothing, inside?: number): Case => ({ kind: 'own', ask, ...(inside && { inside }) })

const aNote = { description: 'Seen', category: 'SECURITY', cause: 'UNKNOWN', status: 'OPEN' }

const place = (at: Objects) => ({ e: at.entity, t: at.terminal, i: at.output })
const day = { fromDate: '2026-05-04T00:00:00', toDate: '2026-05-05T00:00:00' }

const template = { engine: 'ALARM_WITHOUT_ACTUATION', inputs: ruleInputs }

const aDraft = (at: Objects) => ({
  ...{ displayName: at.canary, rootEntityId: at.entity, sectorId: at.entity, templateId: at.alarms, terminalId: at.terminal },
  inputs: [{ id: 'lines', value: [{ interfaceId: at.interface, logicOperator: 'GREATER', inputValue: 30 }] }],
  eventConfiguration: { title: at.canary, category: 'CLIMATE', severityLevel: 'MAJOR' },
})

const tried = (at: Objects) => {
  const { displayName: _, ...draft } = aDraft(at)
  return draft
}

/** Every route has its case: one that is missing does not compile. */
const CASES: Readonly<Record<RouteName, Case>> = {
  'audit.search': list(() => ({ query: { itemsPerPage: 50 } })),
  'audit.export': list(),
  'audit.details': byId('audit'),
  'batches.search': list(() => ({ query: { itemsPerPage: 50 } })),
  'batches.list': list(at => ({ query: { entityId: at.entity, itemsPerPage: 50 } })),
  'batches.details': byId('batch'),
  // Houses and rooms have batches; what stands above them has none.
  'batches.create': {
    kind: 'object',
    ask: at => ({ body: { entityId: at.entity, openDate: '2026-05-04T00:00:00Z' } }),
    inside: 400,
  },
  'batches.edit': byId('batch', { body: { openDate: '2026-05-02T00:00:00Z', version: 1 } }),
  // Its second version: it was edited before.
  'batches.quickCloseOpen': byId('batch', { body: { version: 2 } }),
  'batches.remove': byId('batch'),
  'dashboards.list': list(),
  'dashboards.favourites': list(),
  'dashboards.homepage': list(),
  'dashboards.widgets': { ...byId('dashboard'), hidden: true },
  'dashboards.info': { ...byId('dashboard'), hidden: true },
  'dashboards.create': own(() => ({ body: { displayName: 'Mine' } })),
  'dashboards.addWidget': {
    kind: 'object',
    hidden: true,
    ask: at => ({ body: { dashboardId: at.dashboard, type: 'GAUGE', configs: { interfaceId: at.interface } } }),
  },
  // Nobody else's dashboard can be given away.
  'dashboards.setDefault': {
    kind: 'object',
    ask: at => ({ params: { id: at.entity }, body: { dashboardId: at.dashboard, version: 1 } }),
    inside: 400,
  },
  'dashboards.removeDefault': byId('entity'),
  'dashboards.layout': { ...byId('dashboard', { body: { layout: [], version: 1 } }), hidden: true },
  'dials.codes': own(nothing),
  'drills.search': list(() => ({ query: { itemsPerPage: 50 } })),
  'drills.details': byId('drill'),
  'drills.plan': byId('entity'),
  'drills.setPlan': byId('entity', { body: { plan: null, version: 0 } }),
  // Houses are drilled, and farms that have one with a box; nothing above them.
  'drills.preview': { ...byId('place'), inside: at => (at.placeType === 'GROUP' ? 400 : 200) },
  'drills.start': { ...byId('entity'), inside: 400 },
  // Whoever has no such token learns nothing.
  'drills.linked': own(() => ({ body: { token: `${'x'.repeat(43)}.1` } }), 400),
  'drills.confirm': own(() => ({ body: { token: `${'x'.repeat(43)}.1` } }), 400),
  'entities.search': list(() => ({ query: { itemsPerPage: 50 } })),
  'entities.list': list(),
  'entities.choices': list(),
  'entities.byQuery': { kind: 'object', ask: at => ({ query: { entityId: at.entity } }) },
  'entities.types': own(),
  'entities.map': list(),
  'entities.hasBatches': { kind: 'object', ask: at => ({ query: { entityId: at.entity } }) },
  'entities.allSectors': list(),
  'entities.top': list(),
  'entities.tops': list(),
  'entities.details': byId('entity'),
  // Nothing has a picture here.
  'entities.image': { ...byId('entity'), inside: 404 },
  'entities.subentities': byId('entity'),
  'entities.allSubentities': byId('entity'),
  'entities.parent': byId('place'),
  'entities.parentId': byId('place'),
  'entities.sectors': byId('entity'),
  'entities.responsibleUsers': byId('entity'),
  'entities.create': { kind: 'object', ask: at => ({ body: { type: at.placeType, parentId: at.entity, name: 'New parent' } }) },
  'entities.edit': byId('place', { body: { name: 'Another name', version: 1 } }),
  'entities.transfer': {
    kind: 'object',
    ask: at => ({ params: { id: at.place }, body: { parentId: at.entity, version: 2 } }),
    // Rooms stay where they are; groups may stand where they stand.
    inside: at => (at.placeType === 'GROUP' ? 200 : 400),
  },
  'entities.remove': byId('place'),
  'escalation.of': byId('entity'),
  'escalation.recipients': byId('entity'),
  'escalation.set': byId('entity', { body: { steps: [], shifts: [], version: 0 } }),
  'events.takeStep': byId('event', { body: { step: 'SEEN' } }),
  // Whoever has no such token or key learns nothing.
  'events.followLink': own(() => ({ body: { token: `${'x'.repeat(43)}.1` } }), 400),
  'events.linked': own(() => ({ body: { key: 'x'.repeat(43) } }), 400),
  'events.stepByLink': own(() => ({ body: { key: 'x'.repeat(43), step: 'SEEN' } }), 400),
  'events.search': list(() => ({ query: { itemsPerPage: 50 } })),
  'events.openCount': list(),
  'events.details': byId('event'),
  'events.occurrences': byId('event', { query: {} }),
  'events.changes': byId('event'),
  'events.list': list(at => ({ query: { entities: [at.entity], itemsPerPage: 50 } })),
  'events.count': list(at => ({ query: { entity: [at.entity] } })),
  'events.causes': own(),
  'events.categories': own(),
  'events.origins': own(),
  'events.severities': own(),
  'events.statuses': own(),
  'events.actions': byId('event'),
  'events.next': byId('event'),
  'events.attachments': byId('written'),
  'events.attachmentsOf': { kind: 'object', ask: at => ({ query: { events: [at.written] } }) },
  'events.attachment': { kind: 'object', ask: at => ({ params: { id: at.written, name: 'canary.txt' } }) },
  'events.create': {
    kind: 'object',
    ask: at => ({
      body: { ...aNote, title: 'New', entityId: at.entity, severityLevel: 'LOW', openDate: '2026-05-04T00:00:00Z' },
    }),
    // Above farms stand tickets alone.
    inside: at => (at.placeType === 'GROUP' ? 400 : 200),
  },
  'events.edit': byId('written', { body: { ...aNote, version: 1 } }),
  // Of both, whichever comes last closes nothing.
  'events.quickClose': { kind: 'object', ask: at => ({ body: { ids: [at.written] } }) },
  'events.remove': byId('written'),
  // Its second version: a step was taken before.
  'events.setStatus': byId('event', { body: { status: 'PENDING', notes: 'seen', version: 2 } }),
  'groups.search': list(() => ({ query: { itemsPerPage: 50 } })),
  'groups.create': { kind: 'object', ask: at => ({ body: { entityId: at.entity, displayName: `${at.canary} new` } }) },
  'groups.setRules': byId('group', { body: {} }),
  'groups.edit': byId('group', { body: { displayName: 'Another group', version: 1 } }),
  'groups.remove': byId('group'),
  'health.health': own(nothing),
  'health.reportError': own(() => ({ body: { error: 'x' } })),
  'heartbeat.of': own(nothing),
  'interfaces.search': list(() => ({ query: { itemsPerPage: 50 } })),
  'interfaces.list': list(() => ({ query: {} })),
  'interfaces.ofEntities': list(at => ({ query: { entityIds: [at.entity] } })),
  'interfaces.atEntity': byId('entity', { query: {} }),
  'interfaces.atTerminal': { kind: 'object', ask: at => ({ params: { id: at.entity, terminalId: at.terminal } }) },
  'interfaces.unitTypes': own(),
  'interfaces.dataTypes': own(),
  'interfaces.categories': own(),
  'interfaces.analyticsCategories': own(),
  'interfaces.defaultCategories': own(),
  'interfaces.interfaceTypes': own(),
  'interfaces.withAlarms': list(at => ({ query: { interfaceIds: [at.interface] } })),
  'interfaces.overview': { kind: 'object', ask: at => ({ query: { entityId: at.entity } }) },
  'interfaces.defaults': byId('entity'),
  // Of an entity that others have changed meanwhile.
  'interfaces.setDefaults': { ...byId('entity', { body: { interfaceIds: [], version: 999 } }), inside: 409 },
  'interfaces.byIds': list(at => ({ query: { ids: [at.interface] } })),
  'interfaces.details': byId('interface'),
  'interfaces.at': { kind: 'object', ask: at => ({ params: place(at) }) },
  // Nothing is changed: what may be, depends on the field.
  'interfaces.edit': { kind: 'object', ask: at => ({ params: place(at), body: { version: 1 } }) },
  'interfaces.remove': { kind: 'object', ask: at => ({ params: place(at) }) },
  'interfaces.create': {
    kind: 'object',
    ask: at => ({
      body: { displayName: 'New one', terminalId: at.terminal, entityId: at.entity, category: 'HUMIDITY', address: 'x' },
    }),
  },
  'interfaces.reading': { kind: 'object', ask: at => ({ params: { ...place(at), i: at.interface } }) },
  'interfaces.actuate': { kind: 'object', ask: at => ({ params: place(at), body: { value: 40 } }) },
  'interfaces.command': byId('command'),
  'ledger.search': byId('rule'),
  'ledger.runs': list(at => ({ query: { ruleId: at.rule } })),
  'ledger.return': {
    kind: 'object',
    ask: at => ({ params: { id: at.rule, ruleVersion: '1' }, body: { version: 1 } }),
  },
  'live.stream': list(at => ({ query: { interfaceIds: [at.interface] } })),
  'outbox.search': list(() => ({ query: { itemsPerPage: 50 } })),
  'outbox.details': byId('notification'),
  // Nobody was called.
  'outbox.pressed': own(() => ({ params: { token: 'x'.repeat(43) }, body: {} }), 404),
  // Nobody's provider wrote.
  'outbox.reported': own(() => ({ params: { id: '1' }, body: { MessageStatus: 'failed' } }), 404),
  'outbox.replied': own(() => ({ body: { From: '+351912345678', Body: '1' } }), 404),
  'readings.search': list(at => ({ query: { interfaceIds: [at.interface], ...day } })),
  'readings.lastAggregate': list(at => ({ body: { interfaceIds: [at.interface], timezone: 'Europe/Lisbon' } })),
  'readings.last': list(at => ({ query: { interfaceIds: [at.interface] } })),
  'readings.lastByBody': list(at => ({ body: { interfaceIds: [at.interface] } })),
  'readings.series': list(at => ({ query: { interfaceIds: [at.interface], ...day } })),
  'rehearsal.rehearse': { kind: 'object', ask: at => ({ body: { rule: tried(at), ruleId: at.rule, days: 7 } }) },
  'roles.search': { ...list(() => ({ query: { itemsPerPage: 50 } })), above: 'named' },
  'roles.details': { ...byId('role'), above: 'seen' },
  'roles.create': {
    kind: 'object',
    ask: at => ({ body: { entityId: at.entity, name: `${at.canary} new`, permissions: [] } }),
  },
  'roles.edit': {
    kind: 'object',
    ask: at => ({ params: { id: at.role }, body: { name: `${at.canary} other`, permissions: [], version: 1 } }),
  },
  'roles.remove': byId('role'),
  'roles.atEntity': { ...byId('entity'), above: 'named' },
  'roles.list': { ...list(), above: 'named' },
  'rules.search': list(() => ({ query: { itemsPerPage: 50 } })),
  'rules.count': list(),
  'rules.countReceiptUser': list(at => ({ query: { userId: at.user } })),
  'rules.ofInterface': list(at => ({ params: { id: at.interface } })),
  'rules.logicOperations': own(() => ({ query: { dataType: 'DECIMAL' } })),
  'rules.farmAndSectorFilter': byId('entity'),
  'rules.details': byId('rule'),
  'rules.conflicts': { kind: 'object', ask: at => ({ query: { ids: [at.rule] } }) },
  'rules.leaving': { kind: 'object', ask: at => ({ query: { ids: [at.rule] } }) },
  'rules.create': { kind: 'object', ask: at => ({ body: aDraft(at) }) },
  'rules.createMany': { kind: 'object', ask: at => ({ body: { rules: [aDraft(at)] } }) },
  'rules.duplicate': { kind: 'object', ask: at => ({ body: { ruleId: at.rule } }) },
  // An edit without a change keeps the version.
  'rules.edit': changed('rule', at => ({ ...aDraft(at), version: 2 })),
  'rules.editMany': { kind: 'object', ask: at => ({ body: { rules: [{ id: at.rule, ...aDraft(at), version: 3 }] } }) },
  'rules.editInputs': changed('rule', at => ({ inputs: aDraft(at).inputs, version: 3 })),
  'rules.rename': { kind: 'object', ask: at => ({ body: { id: at.rule, displayName: at.canary, version: 3 } }) },
  'rules.remove': byId('rule'),
  'rules.deploy': { kind: 'object', ask: at => ({ body: { ids: [at.rule] } }) },
  'rules.undeploy': { kind: 'object', ask: at => ({ body: { ids: [at.rule] } }) },
  'rules.cancel': byId('rule'),
  'rules.undeployOne': byId('rule'),
  'sessions.login': own(() => ({ body: { email: 'x', password: 'x' } }), 401),
  'sessions.setupNeeded': own(nothing),
  'sessions.setup': own(
    () => ({ body: { setupCode: 'x', displayName: 'Some one', email: 'a@b.example', password: 'Correct-horse-7' } }),
    401,
  ),
  'sessions.token': own(),
  'sessions.tokenLogin': own(() => ({ body: { token: 'x' } }), 401),
  'sessions.extend': own(),
  'sessions.logout': own(),
  'templates.search': { ...list(() => ({ query: { itemsPerPage: 50 } })), above: 'named' },
  'templates.categories': list(),
  'templates.list': { kind: 'object', ask: at => ({ query: { entityId: at.entity } }), above: 'named' },
  'templates.details': { ...byId('template'), above: 'seen' },
  'templates.raw': { ...byId('template'), above: 'seen' },
  'templates.create': { kind: 'object', ask: at => ({ body: { entityId: at.entity, ...template, name: `${at.canary} new` } }) },
  'templates.edit': {
    kind: 'object',
    ask: at => ({ params: { id: at.template }, body: { ...template, name: `${at.canary} other`, version: 1 } }),
  },
  'templates.remove': byId('template'),
  'tags.list': { kind: 'object', ask: at => ({ query: { entityId: at.entity } }), above: 'named' },
  'tags.children': { kind: 'object', ask: at => ({ query: { entityId: at.entity } }) },
  'tags.create': { kind: 'object', ask: at => ({ query: { entityId: at.entity }, body: { name: 'New tag' } }) },
  'tags.edit': byId('tag', { body: { name: 'Another name', version: 1 } }),
  'tags.remove': byId('tag'),
  'terminals.search': list(() => ({ query: { itemsPerPage: 50 } })),
  'terminals.profiles': own(),
  'terminals.details': byId('terminal'),
  'terminals.create': {
    kind: 'object',
    ask: at => ({ body: { displayName: 'New box', entityId: at.entity, profile: 'FC-SMARTBOX-1' } }),
  },
  'terminals.atEntity': byId('entity'),
  'terminals.edit': {
    kind: 'object',
    ask: at => ({
      params: { id: at.spare },
      body: {
        ...{ displayName: 'Edited', entityId: at.entity, profile: 'FC-SMARTBOX-1', timeOut: 60, timeZone: 'UTC', version: 1 },
      },
    }),
  },
  'terminals.remove': byId('spare'),
  // Its second version: it was edited before.
  'terminals.swap': byId('spare', { body: { version: 2 } }),
  'terminals.rename': byId('terminal', { body: { displayName: 'Renamed', version: 1 } }),
  'terminals.claimCode': byId('terminal'),
  'terminals.rotate': byId('terminal'),
  'terminals.revoke': byId('terminal'),
  // Its second version: it was renamed before.
  'terminals.retire': byId('terminal', { body: { version: 2 } }),
  'terminals.ending': byId('terminal'),
  'terminals.quarantine': byId('terminal'),
  'terminals.checkConnection': byId('terminal'),
  'users.search': list(() => ({ query: { itemsPerPage: 50 } })),
  'users.personal': own(),
  'users.editPersonal': own(() => ({ body: { displayName: 'Some one', shortName: 'Some', version: 1 } })),
  'users.list': list(),
  'users.choices': list(),
  'users.acceptTerms': own(),
  'users.knowledgeVersion': own(),
  'users.validatePhone': own(() => ({ params: { number: '+351912345678' } })),
  'users.notifications': own(),
  'users.setNotifications': own(() => ({
    body: { channels: { MAIL: true, SMS: true, VOICE: true, WHATSAPP: true }, from: 'MODERATE', version: 2 },
  })),
  'users.subscriptions': own(),
  'users.setSubscriptions': own(() => ({ body: { subscriptions: [], version: 3 } })),
  'users.ownSessions': own(),
  'users.endSession': { ...byId('session'), hidden: true },
  'users.removeSelf': { ...byId('user'), hidden: true },
  'users.activationStatus': own(at => ({ params: { id: at.user } })),
  'users.passwordReset': own(at => ({ body: { email: `${at.canary}@nowhere.example` } })),
  'users.account': own(at => ({ params: { id: at.user }, body: { activationCode: 'x', password: 'Correct-horse-7' } }), 400),
  'users.details': byId('user'),
  'users.create': {
    kind: 'object',
    ask: at => ({
      body: {
        displayName: 'New one',
        shortName: 'New',
        email: `new-${at.canary}@steading.example`,
        roleId: at.role,
        rootEntityId: at.entity,
      },
    }),
  },
  'users.invite': byId('user'),
  'users.edit': {
    kind: 'object',
    ask: at => ({
      params: { id: at.user },
      body: {
        ...{ displayName: 'Another name', shortName: 'Other', email: `other-${at.canary}@steading.example` },
        ...{ roleId: at.role, rootEntityId: at.entity, status: 'ACTIVE', version: 1 },
      },
    }),
  },
  'users.password': { ...byId('user', { body: { password: 'Correct-horse-8' } }), needs: 'users.update' },
  'users.accessTree': { kind: 'object', ask: at => ({ params: { id: at.user }, query: { rootEntity: at.entity } }) },
  'users.entities': { ...byId('user'), needs: 'users.read' },
  'users.remove': byId('user'),
}

/** Calls that end the session come last; calls that change what others of the sweep read come before them. */
const LAST: readonly string[] = [
  'events.quickClose',
  'events.remove',
  'interfaces.remove',
  'tags.remove',
  'templates.remove',
  'rules.remove',
  'entities.edit',
  'entities.transfer',
  'entities.remove',
  'users.edit',
  'users.remove',
  'roles.remove',
  'terminals.swap',
  'terminals.remove',
  'terminals.revoke',
  'terminals.retire',
  'sessions.extend',
  'sessions.logout',
]
const names = (Object.keys(CASES) as RouteName[]).toSorted((a, b) => LAST.indexOf(a) - LAST.indexOf(b)) // safe: the table's own keys

/** Roles see a rule of their kind only; the objects carry alarms. */
const ofTheirKind: ReadonlySet<string> = new Set([
  'rules.details',
  'rules.conflicts',
  'rules.leaving',
  'ledger.search',
  'rehearsal.rehearse',
])

const allowed = ({ access, requires }: Pick<Route, 'access' | 'requires'>, held: ReadonlySet<Permission>, name: RouteName) => {
  const { needs } = CASES[name]
  if (needs && !held.has('platform.root') && !held.has(needs)) return false
  if (access === 'open' || access === 'link' || access === 'session' || held.has('platform.root')) return true
  if (requires && !held.has(requires)) return false
  const asked = typeof access === 'string' ? [access] : access
  if (ofTheirKind.has(name)) return held.has('rules.alarms')
  return asked.some(one => held.has(one))
}

export interface Finding {
  readonly who: string
  readonly route: string
  readonly where: string
  readonly problem: string
}

export interface Sweep {
  readonly calls: number
  readonly inScope: number
  readonly succeeded: number
  readonly findings: readonly Finding[]
  /** Names of elsewhere that showed, and foreign objects that changed. */
  readonly leaks: number
}

const WHERE = { inside: 'Paul', beside: 'Azinheira', above: 'Grupo', outside: 'Far farm' } as const

/** Calls every route as each of these roles standing at the enterprise Aves (ROOT: at the root), and as nobody. */
export async function sweep(farm: Farm, roles: readonly string[]): Promise<Sweep> {
  await farm.entity('Far partner', 'PARTNER', 'Root')
  await farm.entity('Far enterprise', 'ENTERPRISE', 'Far partner')
  await farm.entity('Far farm', 'FARM', 'Far enterprise')
  const findings: Finding[] = []
  let [calls, inScope, succeeded, leaks] = [0, 0, 0, 0]

  for (const who of roles) {
    const permissions = who === 'ROOT' ? (['platform.root'] as const) : who === 'nobody' ? [] : (demoRoles.get(who) ?? [])
    const held: ReadonlySet<Permission> = new Set(permissions)
    let token =
      who === 'nobody'
        ? undefined
        : (await farm.login(await farm.person(who === 'ROOT' ? 'Root' : 'Aves', permissions))).sessionToken
    const objects = Object.fromEntries(
      await Promise.all(
        Object.entries(WHERE).map(async ([where, name]) => [where, await objectsAt(farm, farm.at[name]!)] as const),
      ),
    ) as Record<keyof typeof WHERE, Objects> // safe: one entry a place
    const foreign = who === 'ROOT' ? [] : (['beside', 'above', 'outside'] as const).map(where => objects[where])
    const before = await fingerprint(farm, foreign)

    const look = async (name: RouteName, where: keyof typeof WHERE) => {
      const [stem, call] = name.split('.') as [keyof typeof contracts, string] // safe: RouteName
      const route = (contracts[stem] as Routes)[call]!
      const { kind, ask, inside: told = 200, hidden = false, above } = CASES[name]
      const inside = typeof told === 'number' ? told : told(objects[where])
      const reachable = where === 'inside' || who === 'ROOT' || (where === 'above' && above === 'seen')
      if (kind === 'own' && where !== 'inside') return
      calls++
      const { status, text } = await send(farm, route, ask(objects[where]), token)
      const problem = (what: string) => findings.push({ who, route: name, where, problem: what })

      for (const one of foreign)
        if (text.includes(one.canary) && !(above && one === objects.above)) {
          leaks++
          problem(`shows ${one.canary}`)
        }
      if (who === 'nobody' && route.access !== 'open') {
        if (status !== 401) problem(`answers ${status} without a session`)
      } else if (!allowed(route, held, name)) {
        if (status !== 403 && !(ofTheirKind.has(name) && isAbsent(status, text)))
          problem(`answers ${status} without the permission`)
      } else if (kind === 'object' && (hidden || !reachable)) {
        if (!isAbsent(status, text)) problem(`answers ${status} for what is out of reach`)
      } else if (reachable) {
        inScope++
        if (status === inside) succeeded++
        else problem(`answers ${status}, not ${inside}: ${text.slice(0, 200)}`)
        if (name === 'sessions.extend') token = (JSON.parse(text) as { sessionToken: string }).sessionToken
      } else if (status !== 200) problem(`answers ${status} with an empty list asked for`)
    }
    for (const name of names) {
      const elsewhere = ['outside', 'above', 'beside'] as const
      // Whoever may nothing there changes nothing there: one need not wait for the other.
      if (who === 'ROOT') for (const where of elsewhere) await look(name, where)
      else await Promise.all(elsewhere.map(where => look(name, where)))
      await look(name, 'inside')
    }

    if ((await fingerprint(farm, foreign)) !== before) {
      leaks++
      findings.push({ who, route: '–', where: 'elsewhere', problem: 'foreign objects changed' })
    }
  }
  return { calls, inScope, succeeded, findings, leaks }
}

/** Not there: 404, a field that names nothing, or each id of a bulk call answered so. */
function isAbsent(status: number, text: string): boolean {
  if (status === 404) return true
  if (status === 400) return text.includes('"notFound"')
  return status === 200 && (text.includes('"NOT_FOUND"') || text.includes('"notFound"'))
}

async function send(farm: Farm, route: Route, ask: Ask, token: string | undefined) {
  const cut = new AbortController()
  const form = route.multipart && new FormData()
  if (form) form.append(route.multipart.json, new Blob([JSON.stringify(ask.body)], { type: 'application/json' }))
  const response = await fetch(`${farm.url}/services${address(route, ask)}`, {
    method: route.method,
    signal: cut.signal,
    headers: {
      'x-tenant': '1',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(ask.body !== undefined && !form && { 'content-type': 'application/json' }),
    },
    ...(form ? { body: form } : ask.body !== undefined && { body: JSON.stringify(ask.body) }),
  })
  if (!response.ok || !('stream' in route.reply)) return { status: response.status, text: await response.text() }
  const reader = response.body!.getReader()
  const first = await reader.read()
  cut.abort()
  return { status: response.status, text: Buffer.from(first.value ?? []).toString() }
}

export const everybody = ['nobody', 'ROOT', ...demoRoles.keys()]
export { aFarm }
