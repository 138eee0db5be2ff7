import type { contracts } from '@steading/contract/contracts'
import type { Permission } from '@steading/contract/users/permissions'
import { ruleInputs } from '../objects.ts'
import type { Objects } from '../objects.ts'

export interface Ask {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/**
 * How each route is asked about somebody's objects.
 * `object`: the ask names one; inside it succeeds, elsewhere it is not there. `list`: nothing of elsewhere may show.
 * `own`: about the caller alone.
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

export type RouteName = { [S in keyof typeof contracts]: `${S}.${keyof (typeof contracts)[S] & string}` }[keyof typeof contracts]

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
/** An event opened more than a year ago is refused. */
const yesterday = new Date(Date.now() - 86_400_000).toISOString()
const day = { fromDate: '2026-05-04T00:00:00', toDate: '2026-05-05T00:00:00' }

const analyzedDays = { fromDay: '2026-05-04', toDay: '2026-05-10' }

const template = { engine: 'ALARM_WITHOUT_ACTUATION', inputs: ruleInputs }

const aDraft = (at: Objects) => ({
  displayName: at.canary,
  rootEntityId: at.entity,
  sectorId: at.entity,
  templateId: at.alarms,
  terminalId: at.terminal,
  inputs: [{ id: 'lines', value: [{ interfaceId: at.interface, logicOperator: 'GREATER', inputValue: 30 }] }],
  eventConfiguration: { title: at.canary, category: 'CLIMATE', severityLevel: 'MAJOR' },
})

const tried = (at: Objects) => {
  const { displayName: _, ...draft } = aDraft(at)
  return draft
}

const points = [
  { age: 0, weight: 0.04 },
  { age: 7, weight: 0.2 },
]

const cycles = [
  {
    season: 'ALL',
    lines: [
      {
        daysOfWeek: ['mon'],
        timeIntervals: [{ startTime: '00:00:00', endTime: '23:59:59', displayName: 'P1', value: 0.2 }],
      },
    ],
  },
]
const aTariff = {
  currency: 'EUR',
  timeZone: 'Europe/Lisbon',
  validFrom: '2026-01-01',
  validTo: null,
  holidays: [],
  holidayAs: 'sun',
  cycles,
}

/** Its only scope is a permission that every role with the others has. */
const apiFields = (at: Objects) => ({
  displayName: at.canary,
  scopes: ['api.read'],
  allowedIps: [],
  rateLimit: 60,
  expiresUtc: null,
})

const subscriptionOf = (at: Objects) => ({ params: { apiId: at.apiAccess, id: at.subscription } })
const subscriptionFields = (at: Objects) => ({
  displayName: at.canary,
  interfaceIds: [],
  entityIds: [],
  url: 'https://receiver.example/farm',
})

const aPurchase = (at: Objects) => ({
  batchId: at.openBatch,
  action: 'ENTRY',
  actionType: 'BUY',
  timestamp: '2026-05-22T10:00:00Z',
  weight: 100,
  feedTypeId: at.feedType,
})

/** The cases of a book of reference data; `fields` besides the name. */
const bookCases = <B extends 'genetics' | 'feedTypes' | 'feedFactories' | 'deathReasons' | 'curves' | 'tariffs'>(
  book: B,
  key: keyof Objects,
  fields: Readonly<Record<string, unknown>>,
) =>
  ({
    [`${book}.search`]: { ...list(() => ({ query: { itemsPerPage: 50 } })), above: 'named' },
    [`${book}.details`]: { ...byId(key), above: 'seen' },
    [`${book}.create`]: {
      kind: 'object',
      ask: (at: Objects) => ({ body: { entityId: at.entity, displayName: `${at.canary} new`, ...fields } }),
    },
    [`${book}.edit`]: changed(key, at => ({ displayName: `${at.canary} other`, ...fields, status: 'ACTIVE', version: 1 })),
    [`${book}.remove`]: byId(key),
  }) as Readonly<Record<`${B}.${'search' | 'details' | 'create' | 'edit' | 'remove'}`, Case>> // safe: its own keys

const aTask = { title: 'Clean', dueDate: '2026-12-01T10:00:00Z' }
const aTaskTemplate = (at: Objects) => ({ displayName: `${at.canary} other`, entityId: at.entity, trigger: { type: 'MANUAL' } })

/** Every route has its case: one that is missing does not compile. */
export const CASES: Readonly<Record<RouteName, Case>> = {
  'tasks.search': list(() => ({ query: { itemsPerPage: 50 } })),
  'tasks.board': list(),
  'tasks.details': byId('task'),
  'tasks.attachments': byId('task'),
  'tasks.attachment': { kind: 'object', ask: at => ({ params: { id: at.task, name: 'canary.txt' } }) },
  'tasks.create': {
    kind: 'object',
    ask: at => ({ body: { ...aTask, entityId: at.entity } }),
    // Tasks stand at farms and below.
    inside: at => (at.placeType === 'GROUP' ? 400 : 200),
  },
  'tasks.edit': byId('task', { body: { ...aTask, version: 1 } }),
  // Its second version: it was edited before.
  'tasks.setStatus': byId('task', { body: { status: 'DONE', version: 2 } }),
  'tasks.remove': byId('task'),
  'taskTemplates.search': list(() => ({ query: { itemsPerPage: 50 } })),
  'taskTemplates.details': byId('taskTemplate'),
  'taskTemplates.create': { kind: 'object', ask: at => ({ body: aTaskTemplate(at) }) },
  'taskTemplates.edit': changed('rejectedTemplate', at => ({ ...aTaskTemplate(at), version: 1 })),
  'taskTemplates.submit': byId('rejectedTemplate', { body: { version: 2 } }),
  'taskTemplates.approve': byId('taskTemplate', { body: { version: 1 } }),
  'taskTemplates.reject': byId('otherTemplate', { body: { version: 1, notes: 'Too often' } }),
  'taskTemplates.remove': byId('taskTemplate'),
  'analytics.overview': { kind: 'object', ask: at => ({ query: { entityIds: at.entity, ...analyzedDays } }) },
  'analytics.batches': { kind: 'object', ask: at => ({ query: { entityIds: at.entity, ...analyzedDays } }) },
  'animalMovements.list': list(at => ({ query: { batchId: at.openBatch, itemsPerPage: 50 } })),
  'animalMovements.search': list(() => ({ query: { itemsPerPage: 50 } })),
  'animalMovements.aggregation': list(),
  'animalMovements.balance': { kind: 'object', ask: at => ({ query: { batchId: at.openBatch, at: '2026-05-22T10:00:00Z' } }) },
  'animalMovements.details': byId('animalMovement'),
  'animalMovements.attachments': byId('animalMovement'),
  // No movement has files here.
  'animalMovements.attachment': {
    kind: 'object',
    ask: at => ({ params: { id: at.animalMovement, name: 'canary.txt' } }),
    inside: 404,
  },
  'animalMovements.create': {
    kind: 'object',
    ask: at => ({
      body: { batchId: at.openBatch, action: 'EXIT', actionType: 'DEATH', timestamp: '2026-05-22T10:00:00Z', number: 1 },
    }),
  },
  'animalMovements.edit': {
    ...byId('animalMovement', { body: { timestamp: '2026-05-21T00:00:00Z', number: 90, weight: 4, version: 1 } }),
    needs: 'batches.transactions.update',
  },
  // The deaths that were booked before need it.
  'animalMovements.remove': { ...byId('animalMovement'), needs: 'batches.transactions.delete' },
  'weighings.search': list(() => ({ query: { itemsPerPage: 50 } })),
  'weighings.details': byId('weighing'),
  'weighings.create': {
    kind: 'object',
    ask: at => ({ body: { batchId: at.openBatch, timestamp: '2026-05-22T10:00:00Z', number: 5, totalWeight: 0.3 } }),
  },
  'weighings.edit': {
    ...byId('weighing', { body: { timestamp: '2026-05-22T00:00:00Z', weights: [0.05, 0.06], version: 1 } }),
    needs: 'batches.transactions.update',
  },
  'weighings.remove': { ...byId('weighing'), needs: 'batches.transactions.delete' },
  'feedMovements.list': list(at => ({ query: { batchId: at.openBatch, itemsPerPage: 50 } })),
  'feedMovements.search': list(() => ({ query: { itemsPerPage: 50 } })),
  'feedMovements.aggregation': list(),
  'feedMovements.lastOfEachType': byId('openBatch'),
  'feedMovements.details': byId('feedMovement'),
  'feedMovements.attachments': byId('feedMovement'),
  // No movement has files here.
  'feedMovements.attachment': {
    kind: 'object',
    ask: at => ({ params: { id: at.feedMovement, name: 'canary.txt' } }),
    inside: 404,
  },
  'feedMovements.create': { kind: 'object', ask: at => ({ body: aPurchase(at) }) },
  'feedMovements.createMany': { kind: 'object', ask: at => ({ body: { movements: [aPurchase(at)] } }) },
  'feedMovements.edit': {
    ...changed('feedMovement', at => ({ timestamp: '2026-05-22T00:00:00Z', weight: 90, feedTypeId: at.feedType, version: 1 })),
    needs: 'batches.feedMovements.update',
  },
  'feedMovements.remove': { ...byId('feedMovement'), needs: 'batches.feedMovements.delete' },
  'feedMovements.searchAutomatic': list(() => ({ query: { itemsPerPage: 50 } })),
  'feedMovements.automaticMatches': byId('delivery'),
  // The purchase there is none of its matches.
  'feedMovements.matchAutomatic': { ...changed('delivery', at => ({ movementId: at.feedMovement, version: 1 })), inside: 400 },
  'feedMovements.confirmAutomatic': changed('delivery', at => ({ feedTypeId: at.feedType, version: 1 })),
  'apiAccess.search': list(() => ({ query: { itemsPerPage: 50 } })),
  'apiAccess.details': byId('apiAccess'),
  'apiAccess.create': {
    kind: 'object',
    ask: at => ({ body: { entityId: at.entity, username: `new-${at.apiAccess}`, ...apiFields(at) } }),
  },
  'apiAccess.edit': changed('apiAccess', at => ({
    username: `other-${at.apiAccess}`,
    ...apiFields(at),
    status: 'ACTIVE',
    version: 1,
  })),
  'apiAccess.rotateSecret': byId('apiAccess'),
  'apiAccess.remove': byId('apiAccess'),
  'audit.search': list(() => ({ query: { itemsPerPage: 50 } })),
  'audit.export': list(),
  'audit.details': byId('audit'),
  ...bookCases('genetics', 'genetics', { code: 'C', species: 'BROILER' }),
  ...bookCases('feedTypes', 'feedType', { code: 'C', species: 'BROILER', translations: {}, medicated: false, withdrawalDays: 0 }),
  ...bookCases('feedFactories', 'feedFactory', { contacts: '', leadDays: 3 }),
  ...bookCases('deathReasons', 'deathReason', {
    code: 'C',
    species: 'BROILER',
    translations: {},
    icarReason: null,
    icarMethod: null,
  }),
  ...bookCases('curves', 'curve', { species: 'BROILER', geneticsId: null, ageUnit: 1, source: '', details: points }),
  ...bookCases('tariffs', 'tariff', aTariff),
  'tariffs.periods': { ...byId('tariff'), above: 'seen' },
  'curves.curveDetails': { ...byId('curve'), above: 'seen' },
  'curves.importDetails': own(() => ({ body: { text: 'age;weight', ageUnit: 1 } })),
  'curves.choices': { ...list(at => ({ query: { entityId: at.entity } })), above: 'named' },
  'batchFigures.analytics': {
    ...list(at => ({ query: { entityId: at.entity, itemsPerPage: 50 } })),
    // Batches of several enterprises are never compared.
    inside: at => (at.placeType === 'GROUP' ? 400 : 200),
  },
  'batchFigures.farmHistory': { kind: 'object', ask: at => ({ query: { batchIds: [at.batch] } }) },
  'batchFigures.kpis': byId('batch'),
  'batchFigures.massBalance': byId('batch'),
  'batchFigures.forecast': byId('batch'),
  'batchFigures.runOut': byId('batch'),
  'batchFigures.evolution': byId('batch'),
  'batchFigures.curveWindowRange': byId('batch'),
  'batchFigures.compliance': byId('batch'),
  'batchFigures.environment': { kind: 'object', ask: at => ({ query: { batchId: at.batch } }) },
  'batchFigures.updateEnvironment': { kind: 'object', ask: at => ({ query: { batchId: at.batch } }) },
  'batchFigures.consumption': byId('batch'),
  'batchFigures.consumptionDifference': byId('batch'),
  'batchFigures.feedAccumulated': byId('batch'),
  'batchFigures.waterAccumulated': byId('batch'),
  'batchFigures.consumptionOfSeveral': { kind: 'object', ask: at => ({ query: { batchIds: [at.batch] } }) },
  'batchFigures.calculateConsumption': byId('batch'),
  'batchFigures.refresh': byId('openBatch'),
  'batchFigures.refreshClosed': byId('batch'),
  'batchFigures.refreshImported': byId('batch'),
  'batches.last': byId('batch'),
  'batches.attachments': byId('batch'),
  // No batch has files here.
  'batches.attachment': { kind: 'object', ask: at => ({ params: { id: at.batch, name: 'canary.txt' } }), inside: 404 },
  'batches.entityBatches': list(() => ({ query: { itemsPerPage: 50 } })),
  'batches.species': own(),
  'batches.productionTypes': own(),
  'batches.deathReasons': { kind: 'object', ask: at => ({ query: { batchId: at.batch } }), above: 'named' },
  'batches.search': list(() => ({ query: { itemsPerPage: 50 } })),
  'batches.list': list(at => ({ query: { entityId: at.entity, itemsPerPage: 50 } })),
  'batches.details': byId('batch'),
  // Houses and rooms have batches; what stands above them has none.
  'batches.create': {
    kind: 'object',
    ask: at => ({ body: { entityId: at.entity, openDate: '2026-05-04T00:00:00Z', species: 'BROILER' } }),
    inside: 400,
  },
  'batches.edit': byId('batch', { body: { openDate: '2026-05-02T00:00:00Z', species: 'BROILER', version: 1 } }),
  'batches.quickCloseOpen': byId('openBatch', { body: { version: 1 } }),
  'batches.remove': byId('batch'),
  // A session is no public link.
  'publicDashboards.widgets': own(() => ({ params: { id: 'a'.repeat(22) } })),
  'publicDashboards.info': own(() => ({ params: { id: 'a'.repeat(22) } })),
  'publicDashboards.watch': own(),
  'publicDashboards.interfaces': own(),
  'publicDashboards.last': own(() => ({ body: { interfaceIds: [] } })),
  'publicDashboards.lastAggregate': own(() => ({ body: { interfaceIds: [], timezone: 'UTC' } })),
  'publicDashboards.chartSeries': own(),
  'publicDashboards.series': own(at => ({ params: { id: at.widget } })),
  'publicDashboards.consumption': own(at => ({ params: { id: at.widget } })),
  'publicDashboards.silo': own(at => ({ params: { id: at.widget } })),
  'publicDashboards.content': own(at => ({ params: { id: at.widget } })),
  'publicDashboards.milk': own(at => ({ params: { id: at.widget } })),
  'weather.publicForecast': own(() => ({ query: { latitude: 39.2, longitude: -8.7 } })),
  'dashboards.list': list(),
  'dashboards.favourites': list(),
  'dashboards.homepage': list(),
  'dashboards.widgets': { ...byId('dashboard'), hidden: true },
  'dashboards.houses': { ...byId('dashboard'), hidden: true },
  'dashboards.info': { ...byId('dashboard'), hidden: true },
  'dashboards.create': own(() => ({ body: { displayName: 'Mine' } })),
  'dashboards.addWidget': {
    kind: 'object',
    hidden: true,
    ask: at => ({ body: { dashboardId: at.dashboard, type: 'GAUGE', configs: { interfaceId: at.interface } } }),
  },
  'dashboards.edit': { ...byId('dashboard', { body: { displayName: 'Mine', version: 1 } }), hidden: true },
  'dashboards.remove': { ...byId('dashboard'), hidden: true },
  'dashboards.copy': { ...byId('dashboard'), hidden: true },
  'dashboards.tree': byId('entity'),
  'dashboards.setHomepage': { kind: 'object', hidden: true, ask: at => ({ body: { dashboardId: at.dashboard } }) },
  'dashboards.addFavourite': { kind: 'object', hidden: true, ask: at => ({ body: { dashboardId: at.dashboard } }) },
  'dashboards.removeFavourite': { kind: 'object', hidden: true, ask: at => ({ body: { dashboardId: at.dashboard } }) },
  'dashboards.removeFavouriteById': { ...byId('dashboard'), hidden: true },
  'dashboards.editWidget': { ...byId('widget', { body: { configs: {}, version: 1 } }), hidden: true },
  'dashboards.removeWidget': { ...byId('widget'), hidden: true },
  'dashboards.removeWidgetOf': {
    kind: 'object',
    hidden: true,
    ask: at => ({ params: { dashboard: at.dashboard, id: at.widget } }),
  },
  'dashboards.duplicateWidget': {
    kind: 'object',
    hidden: true,
    ask: at => ({ body: { dashboardId: at.dashboard, widgetId: at.widget } }),
  },
  'dashboards.saveDraft': { ...byId('dashboard', { body: { layout: [], version: 1 } }), hidden: true },
  // The signed address is the permission.
  'dashboards.image': {
    kind: 'object',
    hidden: true,
    ask: at => ({ params: { widgetId: at.widget, name: 'canary.webp' }, query: { expires: 1, signature: 'x' } }),
  },
  'dashboards.publicLinks': { ...byId('dashboard'), hidden: true },
  'dashboards.createPublicLink': { ...byId('dashboard', { body: { kind: 'PUBLIC' } }), hidden: true },
  'dashboards.revokePublicLink': { ...byId('dashboard'), hidden: true },
  // Nobody else's dashboard can be given away.
  'dashboards.setDefault': {
    kind: 'object',
    ask: at => ({ params: { id: at.entity }, body: { dashboardId: at.dashboard, version: 1 } }),
    inside: 400,
  },
  'dashboards.removeDefault': byId('entity'),
  'dashboards.layout': { ...byId('dashboard', { body: { layout: [], version: 1 } }), hidden: true },
  'widgetData.series': { ...byId('widget'), hidden: true },
  'widgetData.consumption': { ...byId('widget'), hidden: true },
  'widgetData.silo': { ...byId('widget'), hidden: true },
  'widgetData.milk': { ...byId('widget'), hidden: true },
  'widgetData.batchEvolution': { ...byId('widget'), hidden: true },
  'widgetData.preview': {
    kind: 'object',
    ask: at => ({ body: { type: 'BATCH_KPI_EVOLUTION', configs: { batchId: at.openBatch } } }),
    needs: 'batches.read',
  },
  'widgetData.mortalityByCause': list(at => ({ query: { entityIds: at.entity } })),
  'widgetData.animalsByWeight': list(at => ({ query: { entityIds: at.entity } })),
  'widgetData.averageDailyGain': list(at => ({ query: { entities: at.entity } })),
  'widgetData.conversionIndex': list(at => ({ query: { entities: at.entity } })),
  'widgetData.averageWeight': list(at => ({ query: { entities: at.entity } })),
  'widgetData.mortality': list(at => ({ query: { entities: at.entity } })),
  // The provider is switched off here.
  'weather.cities': own(() => ({ query: { search: 'Lisboa' } }), 503),
  'weather.forecast': own(() => ({ query: { latitude: 39.2, longitude: -8.7 } }), 503),
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
  'earlyWarning.houses': list(() => ({ query: { itemsPerPage: 50 } })),
  'earlyWarning.setHouse': {
    ...byId('place', { body: { enabled: false } }),
    // Only houses and rooms have batches.
    inside: at => (at.placeType === 'SECTOR' ? 200 : 400),
  },
  'earlyWarning.ofEvent': byId('event'),
  'earlyWarning.answer': byId('event', { body: { answer: 'UNKNOWN' } }),
  'entities.edit': byId('place', { body: { name: 'Another name', version: 1 } }),
  'entities.transfer': {
    kind: 'object',
    ask: at => ({ params: { id: at.place }, body: { parentId: at.entity, version: 2 } }),
    // Rooms stay where they are; groups may stand where they stand.
    inside: at => (at.placeType === 'GROUP' ? 200 : 400),
  },
  'entities.remove': byId('place'),
  'protection.plan': byId('entity'),
  'protection.paths': { kind: 'object', ask: at => ({ query: { entityId: at.entity } }) },
  'protection.tests': list(at => ({ query: { entityId: at.entity, itemsPerPage: 50 } })),
  'protection.addTest': byId('entity', {
    body: { path: 'SIREN', testedUtc: '2026-05-04T03:00:00Z', result: 'PASSED', tester: 'Rita' },
  }),
  'protection.removeTest': byId('protectionTest'),
  'protection.runs': list(at => ({ query: { entityId: at.entity, itemsPerPage: 50 } })),
  'protection.generator': byId('entity'),
  'protection.addRun': byId('entity', {
    body: { startedUtc: '2026-05-04T03:00:00Z', endedUtc: '2026-05-04T03:20:00Z', onLoad: true, operator: 'Rita' },
  }),
  'protection.removeRun': byId('generatorRun'),
  'protection.register': byId('entity', { query: { fromDay: '2026-05-01', toDay: '2026-05-31' } }),
  'protection.planDocument': byId('entity'),
  'protection.setPlan': byId('entity', { body: { content: {}, version: 0 } }),
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
      body: { ...aNote, title: 'New', entityId: at.entity, severityLevel: 'LOW', openDate: yesterday },
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
  // Its batches are of poultry: refused, with HTTP 200.
  'icar.exportEvents': byId('openBatch'),
  'icar.importEvents': byId('openBatch', { body: { text: '[]' } }),
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
  'reports.search': list(() => ({ query: { itemsPerPage: 50 } })),
  'reports.schedules': list(() => ({ query: { itemsPerPage: 50 } })),
  'reports.schedule': byId('reportSchedule'),
  'reports.editSchedule': changed('reportSchedule', at => ({
    displayName: `${at.canary} new`.slice(0, 50),
    type: 'EVENTS',
    format: 'CSV',
    entityIds: [at.entity],
    language: 'en-US',
    timeZone: 'UTC',
    recurrence: { frequency: 'DAILY', time: '08:00' },
    version: 1,
  })),
  'reports.endSchedule': byId('reportSchedule'),
  'reports.create': {
    kind: 'object',
    ask: at => ({
      body: {
        displayName: `${at.canary} new`.slice(0, 50),
        type: 'EVENTS',
        format: 'CSV',
        entityIds: [at.entity],
        period: analyzedDays,
        language: 'en-US',
        timeZone: 'UTC',
      },
    }),
    needs: 'events.read',
  },
  'reports.details': byId('report'),
  'reports.download': byId('report'),
  'reports.retry': byId('report'),
  'reports.remove': byId('report'),
  'reports.batchSummary': byId('openBatch'),
  'reports.batchRaw': byId('openBatch'),
  'reports.batchAnalytics': byId('openBatch'),
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
  'subscriptions.search': {
    kind: 'list',
    ask: at => ({ params: { apiId: at.apiAccess }, query: { itemsPerPage: 50 } }),
  },
  'subscriptions.details': { kind: 'object', ask: subscriptionOf },
  'subscriptions.create': {
    kind: 'object',
    ask: at => ({ params: { apiId: at.apiAccess }, body: { ...subscriptionFields(at), type: 'EVENTS', delivery: 'WEBHOOK' } }),
  },
  'subscriptions.edit': {
    kind: 'object',
    ask: at => ({ ...subscriptionOf(at), body: { ...subscriptionFields(at), status: 'ACTIVE', version: 1 } }),
  },
  'subscriptions.resume': { kind: 'object', ask: subscriptionOf },
  'subscriptions.deliveries': { kind: 'object', ask: subscriptionOf },
  // Nothing was delivered here.
  'subscriptions.resend': {
    kind: 'object',
    ask: at => ({ params: { ...subscriptionOf(at).params, deliveryId: '1' } }),
    inside: 404,
  },
  'subscriptions.remove': { kind: 'object', ask: subscriptionOf },
  // Its API user alone pulls.
  'subscriptions.pull': { kind: 'object', ask: at => ({ params: { id: at.subscription } }), inside: 404 },
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
        displayName: 'Edited',
        entityId: at.entity,
        profile: 'FC-SMARTBOX-1',
        timeOut: 60,
        timeZone: 'UTC',
        version: 1,
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
        displayName: 'Another name',
        shortName: 'Other',
        email: `other-${at.canary}@steading.example`,
        roleId: at.role,
        rootEntityId: at.entity,
        status: 'ACTIVE',
        version: 1,
      },
    }),
  },
  'users.password': { ...byId('user', { body: { password: 'Correct-horse-8' } }), needs: 'users.update' },
  'users.accessTree': { kind: 'object', ask: at => ({ params: { id: at.user }, query: { rootEntity: at.entity } }) },
  'users.entities': { ...byId('user'), needs: 'users.read' },
  'users.remove': byId('user'),
}

/** Calls that end the session come last; calls that change what others of the sweep read come before them. */
export const LAST: readonly string[] = [
  'subscriptions.edit',
  'subscriptions.resume',
  'subscriptions.resend',
  'subscriptions.remove',
  'apiAccess.rotateSecret',
  'apiAccess.remove',
  'curves.remove',
  'tariffs.remove',
  'events.quickClose',
  'events.remove',
  'tasks.remove',
  'taskTemplates.remove',
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
