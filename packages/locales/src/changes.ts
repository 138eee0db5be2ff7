import { DAYS_OF_WEEK } from '@steading/contract/rules/schedule'
import { AUDIT_ACTIONS, AUDIT_OBJECTS, AUDIT_RESULTS } from '@steading/contract/users/audit'
import { CATEGORY_IDS, categoryKey } from '@steading/contract/devices/categories'
import { CHECKS } from '@steading/contract/events/checks'
import { EVENT_CATEGORIES, EVENT_CAUSES, isHelpdesk } from '@steading/contract/events/events'
import { GENERATOR_FUELS, GENERATOR_STARTS, PLAN_ROLES } from '@steading/contract/protection/alarmPlan'
import { PRODUCTION_CLASSES } from '@steading/contract/production/batches'
import { REPORT_FREQUENCIES } from '@steading/contract/reports/reportKinds'
import { SPECIES_CODES } from '@steading/contract/production/species'
import { APPROVAL_STATUSES, TASK_TRIGGERS } from '@steading/contract/tasks/taskTemplates'
import { TASK_STATUSES } from '@steading/contract/tasks/transitions'
import { WIDGET_TYPES } from '@steading/contract/widgets/widgets'
import { actionKey, objectKey, resultKey } from './auditWords.ts'
import { camel } from './camel.ts'
import { FINDING_WORDS } from './events/findingWords.ts'
import { STEP_WORDS } from './events/stepWords.ts'
import { engineWords } from './templates.ts'
import { operatorWords } from './condition.ts'
import { dateExample, dateTime, duration, exactQuantity, missing, number, numberExample, quantity } from './format.ts'
import { entryName, inputName } from './inputs.ts'
import { languageNames, languageOf } from './languages.ts'
import { notationOf } from './notation.ts'
import { permissionName } from './permissions.ts'
import type { TextKey, Translate } from './text.ts'
import { weekdayName } from './weekdays.ts'

type Words = Readonly<Record<string, TextKey>>
interface Field {
  readonly word: TextKey
  /** What its codes are called. */
  readonly values?: Words
  /** How a figure of it is written; left out, it is a plain number. */
  readonly figure?: (value: number, t: Translate) => string
  /** How a text of it is written, where that is no table. */
  readonly text?: (value: string, t: Translate) => string
  /** Said of whatever it holds, where that tells people nothing. */
  readonly whole?: TextKey
}

const table = <const K extends string>(keys: readonly K[], word: (key: K) => TextKey): Words =>
  Object.fromEntries(keys.map(key => [key, word(key)]))
const squareMetres = (value: number, t: Translate) => quantity(value, 'm²', t)
const degrees = (value: number, t: Translate) => number(value, t, [5, 7])
const fine = (value: number, t: Translate) => number(value, t, [0, 6])
const figure = { fine, squareMetres, degrees, seconds: duration } as const

const severities = {
  LOW: 'event.severity.low',
  MODERATE: 'event.severity.moderate',
  MAJOR: 'event.severity.major',
  CRITICAL: 'event.severity.critical',
} as const satisfies Words

const widgetTypes: Words = Object.fromEntries(WIDGET_TYPES.map(type => [type, `widget.type.${type}` as const]))

const channels = {
  MAIL: 'notification.mail',
  SMS: 'notification.sms',
  VOICE: 'notification.voice',
  WHATSAPP: 'notification.whatsapp',
} as const satisfies Words

const eventCategories = {
  ...table(
    EVENT_CATEGORIES.filter(id => !isHelpdesk(id)),
    id => `event.category.${camel(id)}` as TextKey, // safe: the texts' test has every category
  ),
  HELPDESK: 'helpdesk.ticket',
  HELPDESK_MALFUNCTIONS: 'helpdesk.malfunction',
  HELPDESK_DEVELOPMENT: 'helpdesk.development',
  HELPDESK_SYSTEM: 'helpdesk.system',
} as const satisfies Words

/** A day of the week by its code. */
const weekdayText = (code: string, t: Translate): string => {
  const weekday = (DAYS_OF_WEEK as readonly string[]).indexOf(code)
  return weekday === -1 ? code : weekdayName(weekday, t)
}

/** The fields that entries tell of: of things that were made, changed and removed, and the parts of those that have parts. */
const fields: Readonly<Record<string, Field>> = {
  displayName: { word: 'ui.name' },
  name: { word: 'ui.name' },
  notes: { word: 'ui.notes' },
  productionClass: {
    word: 'batch.productionClass',
    values: table(PRODUCTION_CLASSES, id => `batch.class.${camel(id)}`),
  },
  species: { word: 'species.one', values: table(SPECIES_CODES, code => `species.${camel(code)}`) },
  productionType: { word: 'batch.productionType' },
  genetics: { word: 'genetics.one' },
  geneticsId: { word: 'genetics.one' },
  productionCurve: { word: 'curve.one' },
  targetWeight: { word: 'batch.targetWeight' },
  siloInterfaceIds: { word: 'batch.siloInterfaces' },
  waterInterfaceIds: { word: 'batch.waterInterfaces' },
  feedInterfaceIds: { word: 'batch.feedInterfaces' },
  feedType: { word: 'feed.type' },
  feedFactory: { word: 'feed.factory' },
  silo: { word: 'silo.one' },
  medicated: { word: 'feed.medicated' },
  withdrawalDays: { word: 'feed.withdrawalPeriod' },
  leadDays: { word: 'feedFactory.leadDays' },
  icarReason: { word: 'deathReason.icarReason' },
  icarMethod: { word: 'deathReason.icarMethod' },
  ageUnit: { word: 'curve.ageUnit' },
  source: { word: 'curve.source' },
  details: { word: 'curve.points' },
  currency: { word: 'tariff.currency' },
  validFrom: { word: 'tariff.validFrom' },
  validTo: { word: 'tariff.validTo' },
  holidays: { word: 'tariff.holidays' },
  holidayAs: { word: 'tariff.holidayAs', text: weekdayText },
  cycles: { word: 'tariff.cycles' },
  season: {
    word: 'tariff.season.label',
    values: {
      ALL: 'tariff.season.all',
      DST_WINTER: 'tariff.season.winter',
      DST_SUMMER: 'tariff.season.summer',
      MONTHS: 'tariff.season.months',
    },
  },
  months: { word: 'tariff.months' },
  tariffLines: { word: 'scheduler.week' },
  daysOfWeek: { word: 'scheduler.weekdays', text: weekdayText },
  timeIntervals: { word: 'tariff.period.label' },
  timestamp: { word: 'movement.timestamp' },
  actionType: {
    word: 'movement.actionType',
    values: {
      BUY: 'feed.movement.buy',
      EXTERNAL_ENTRY: 'movement.externalEntry',
      EXTERNAL_SALE: 'movement.sale',
      TRANSFER: 'movement.transfer',
      DEATH: 'movement.death',
    },
  },
  typeDescription: { word: 'movement.typeDescription' },
  number: { word: 'movement.number' },
  totalWeight: { word: 'movement.totalWeight' },
  age: { word: 'movement.ageInDays' },
  pending: { word: 'movement.pending' },
  deathReason: { word: 'deathReason.one' },
  inverseBatch: { word: 'movement.inverseBatch' },
  weights: { word: 'weighing.weights' },
  method: { word: 'weighing.method', values: { MANUAL: 'weighing.byHand', SCALE: 'weighing.byScale' } },
  movement: { word: 'movement.action', values: { ENTRY: 'movement.entry', EXIT: 'movement.exit' } },
  actions: { word: 'notification.one' },
  attachments: { word: 'ui.attachments' },
  step: {
    word: 'audit.field.step',
    values: STEP_WORDS,
  },
  arrivesAt: { word: 'audit.field.arrivesAt' },
  eventFinding: { word: 'event.finding.label', values: FINDING_WORDS },
  checks: { word: 'audit.field.checks', values: table(CHECKS, id => `event.check.${camel(id)}`) },
  status: {
    word: 'audit.field.status',
    values: {
      OPEN: 'event.status.open',
      PENDING: 'event.status.pending',
      CLOSED: 'event.status.closed',
      ACTIVE: 'entity.status.active',
      INACTIVE: 'user.status.inactive',
      DISABLED: 'entity.status.disabled',
      EXPIRED: 'entity.status.expired',
      ...table(TASK_STATUSES, id => `task.status.${camel(id)}`),
    },
  },
  hold: { word: 'actuation.hold', figure: figure.seconds },
  house: { word: 'entity.sector' },
  isOn: { word: 'drill.plan.on' },
  weekday: { word: 'drill.plan.day', figure: (value, t) => weekdayName(value, t, 'long') },
  at: { word: 'drill.plan.at' },
  confirmed: { word: 'drill.confirmed', values: channels },

  // alarm plan
  instructions: { word: 'protection.plan.instructions' },
  generator: { word: 'protection.plan.generator' },
  siren: { word: 'protection.plan.siren' },
  batteries: { word: 'protection.plan.batteries' },
  powerMain: { word: 'protection.plan.powerMain' },
  waterMain: { word: 'protection.plan.waterMain' },
  gasMain: { word: 'protection.plan.gasMain' },
  assemblyPoint: { word: 'protection.plan.assemblyPoint' },
  testIntervals: { word: 'protection.plan.intervals' },
  planRole: { word: 'protection.plan.role', values: table(PLAN_ROLES, id => `protection.role.${camel(id)}`) },
  planCategory: { word: 'event.category.label', values: eventCategories },
  text: { word: 'protection.plan.instructionText' },
  note: { word: 'protection.plan.note' },
  make: { word: 'protection.plan.make' },
  powerKw: { word: 'protection.plan.powerKw' },
  fuelKind: { word: 'protection.plan.fuel', values: table(GENERATOR_FUELS, id => `protection.fuel.${camel(id)}`) },
  start: { word: 'protection.plan.start', values: table(GENERATOR_STARTS, id => `protection.start.${camel(id)}`) },
  location: { word: 'protection.plan.location' },
  serviceDue: { word: 'protection.plan.serviceDue' },
  fitted: { word: 'protection.plan.fitted' },
  replaceBy: { word: 'protection.plan.replaceBy' },
  path: {
    word: 'protection.plan.path',
    values: {
      ...channels,
      SIREN: 'protection.path.siren',
      MAINS_OFF: 'protection.path.mainsOff',
      BOX_OFF: 'protection.path.boxOff',
      GENERATOR: 'protection.path.generator',
    },
  },
  testedUtc: { word: 'protection.tests.testedAt' },
  tester: { word: 'protection.tests.tester' },
  startedUtc: { word: 'protection.generator.startedAt' },
  endedUtc: { word: 'protection.generator.endedAt' },
  onLoad: { word: 'protection.generator.onLoad' },
  fuelLitres: { word: 'protection.generator.fuelLitres' },
  hourMeter: { word: 'protection.generator.hourMeter' },
  operator: { word: 'protection.generator.operator' },
  fault: { word: 'protection.generator.fault' },
  days: { word: 'protection.plan.days' },
  timeZone: { word: 'ui.timeZone', text: value => value.replaceAll('_', ' ') },
  dashboard: { word: 'dashboard.one' },
  translations: { word: 'audit.field.translations' },
  type: {
    word: 'audit.field.type',
    values: {
      ...widgetTypes,
      WORK_PHONE_NUMBER: 'user.phone',
      POSTAL_ADDRESS: 'user.address',
      ...channels,
      ...table(TASK_TRIGGERS, id => `taskTemplate.trigger.${camel(id)}`),
    },
  },

  // events and batches
  severity: { word: 'event.severity.label', values: severities },
  cause: { word: 'event.cause.label', values: table(EVENT_CAUSES, id => `event.cause.${camel(id)}`) },
  eventCategory: { word: 'event.category.label', values: eventCategories },
  eventDescription: { word: 'event.description' },
  additionalNotes: { word: 'event.additionalNotes' },
  openDate: { word: 'event.openDate' },
  earlyWarning: { word: 'warning.watched' },
  answer: { word: 'warning.answer' },
  finding: { word: 'warning.finding' },
  closeDate: { word: 'event.closed' },
  batch: { word: 'batch.one', values: { NONE: 'event.batchNone' } },
  batchSaid: { word: 'event.batchSaid' },

  // tasks and their templates
  assignees: { word: 'task.assignee' },
  priority: { word: 'task.priority', values: severities },
  startDate: { word: 'task.startDate' },
  dueDate: { word: 'task.dueDate' },
  checklist: { word: 'task.checklist' },
  requiresApproval: { word: 'task.requiresApproval' },
  trigger: { word: 'taskTemplate.trigger' },
  time: { word: 'taskTemplate.time' },
  dueAfter: { word: 'taskTemplate.dueAfter', figure: (hours, t) => duration(hours * 3600, t) },
  format: { word: 'report.format' },
  frequency: { word: 'report.recurs', values: table(REPORT_FREQUENCIES, id => `report.frequency.${camel(id)}`) },
  monthDay: { word: 'report.monthDay' },
  batches: { word: 'batch.many' },
  recipients: { word: 'report.recipients' },
  approvalStatus: {
    word: 'audit.field.status',
    values: table(APPROVAL_STATUSES, id => `taskTemplate.status.${camel(id)}`),
  },

  // people and roles
  shortName: { word: 'user.shortName' },
  email: { word: 'login.email' },
  phone: { word: 'user.phone' },
  role: { word: 'role.one' },
  rootEntity: { word: 'user.root' },
  accessEntities: { word: 'user.access' },
  kept: { word: 'user.access.parts' },
  language: { word: 'shell.language', text: languageName },
  numberFormat: { word: 'user.numberFormat', text: (numberFormat, t) => numberExample(notationOf(t.language, { numberFormat })) },
  dateFormat: { word: 'user.dateFormat', text: (dateFormat, t) => dateExample(notationOf(t.language, { dateFormat })) },
  contacts: { word: 'user.contacts' },
  session: { word: 'audit.field.session' },
  agent: { word: 'audit.field.agent' },
  ip: { word: 'audit.ip' },
  since: { word: 'profile.since' },
  avatar: { word: 'user.picture', whole: 'user.picture' },
  acceptedTerms: { word: 'audit.field.acceptedTerms' },
  knowledgeVersion: { word: 'audit.field.knowledgeVersion' },
  channels: { word: 'profile.alarms' },
  from: { word: 'profile.from', values: severities },
  subscriptions: {
    word: 'profile.subscriptions',
    values: {
      DAILY_SUMMARY: 'profile.dailySummary',
      WEEKLY_SUMMARY: 'profile.weeklySummary',
      PRODUCT_NEWS: 'profile.productNews',
    },
  },
  password: { word: 'ui.password' },
  activation: { word: 'audit.field.activation' },
  reset: { word: 'audit.field.reset' },
  permissions: { word: 'role.permissions', text: permissionName },

  // API users
  username: { word: 'api.username' },
  scopes: { word: 'api.scopes', text: permissionName },
  allowedIps: { word: 'api.allowedIps' },
  rateLimit: { word: 'api.rateLimit' },
  expiresUtc: { word: 'api.expires' },
  secret: { word: 'api.secret' },
  subscriptionType: {
    word: 'subscription.type',
    values: {
      READINGS: 'subscription.type.readings',
      EVENTS: 'subscription.type.events',
      BATCH_MOVEMENTS: 'subscription.type.batchMovements',
      RULE_STATUS: 'subscription.type.ruleStatus',
    },
  },
  interfaceIds: { word: 'subscription.interfaces' },
  entityIds: { word: 'subscription.entities' },
  url: { word: 'subscription.url' },
  resend: { word: 'subscription.resend' },

  // entities
  code: { word: 'entity.code' },
  info: { word: 'entity.notes' },
  billing: { word: 'entity.billing' },
  area: { word: 'entity.area', figure: figure.squareMetres },
  usableArea: { word: 'entity.usableArea', figure: figure.squareMetres },
  height: { word: 'entity.height', figure: (value, t) => quantity(value, 'm', t) },
  ventilationCapacity: { word: 'entity.ventilationCapacity', figure: (value, t) => quantity(value, 'm³/h', t) },
  distressTemperature: { word: 'entity.distressTemperature', figure: (value, t) => exactQuantity(value, '°C', t) },
  lethalTemperature: { word: 'entity.lethalTemperature', figure: (value, t) => exactQuantity(value, '°C', t) },
  latitude: { word: 'entity.latitude', figure: figure.degrees },
  longitude: { word: 'entity.longitude', figure: figure.degrees },
  boundaries: { word: 'entity.boundary', whole: 'audit.value.drawn' },
  parent: { word: 'entity.parent' },
  responsibleUsers: { word: 'entity.responsibles' },
  tags: { word: 'tag.many' },
  entities: { word: 'entity.many' },
  image: { word: 'entity.picture', whole: 'entity.picture' },
  defaultInterfaces: { word: 'entity.defaults' },

  // smart boxes
  uid: { word: 'terminal.uid' },
  entity: { word: 'terminal.place' },
  profile: { word: 'terminal.profile' },
  timeOut: { word: 'terminal.timeOut', figure: (value, t) => (value === 0 ? t('terminal.silentNever') : duration(value, t)) },
  provisionStatus: {
    word: 'terminal.provision',
    values: {
      NOT_PROVISIONED: 'terminal.status.notProvisioned',
      PROVISIONED: 'terminal.status.provisioned',
      UPDATING: 'terminal.status.updating',
    },
  },
  claim: { word: 'audit.field.claim', values: { open: 'audit.value.open', answered: 'audit.value.answered' } },
  credentials: { word: 'audit.field.credentials', values: { rotated: 'audit.value.rotated' } },

  // sensors and devices
  terminal: { word: 'terminal.one' },
  entityId: { word: 'terminal.place' },
  category: { word: 'interface.category', values: table(CATEGORY_IDS, id => categoryKey(id) as TextKey) }, // safe: the texts' test has every category
  address: { word: 'interface.address' },
  virtual: { word: 'interface.calculation' },
  every: { word: 'interface.every', figure: figure.seconds },
  factor: { word: 'interface.factor', figure: figure.fine },
  offset: { word: 'interface.offset', figure: figure.fine },
  historyConfiguration: {
    word: 'interface.keeps',
    values: {
      NO_HISTORY: 'history.none',
      TIME_INTERVAL: 'history.interval',
      DIFFERENT_VALUES: 'history.onChange',
      ALL_VALUES: 'history.all',
    },
  },
  historySeconds: { word: 'interface.interval', figure: figure.seconds },
  hidden: { word: 'interface.hidden' },
  min: { word: 'interface.lowest', figure: figure.fine },
  max: { word: 'interface.highest', figure: figure.fine },
  safeValue: { word: 'interface.safeValue', figure: figure.fine },
  modulus: { word: 'interface.modulus', figure: figure.fine },
  maxRate: { word: 'interface.maxRate', figure: figure.fine },
  capacity: { word: 'interface.capacity', figure: figure.fine },
  value: { word: 'actuation.value' },

  // rules, templates and dashboards
  template: { word: 'rule.template', values: engineWords },
  rules: { word: 'nav.rules' },
  interfaces: { word: 'interface.many' },
  sector: { word: 'entity.sector' },
  autoClose: { word: 'audit.field.autoClose' },
  event: { word: 'event.one' },
  description: { word: 'audit.field.description' },
  profiles: { word: 'terminal.profile' },
  engine: { word: 'audit.field.engine', values: engineWords },
  inputs: { word: 'audit.field.inputs' },
  layout: { word: 'audit.field.layout', whole: 'audit.value.arranged' },
  configs: { word: 'audit.field.configs' },
  subtitle: { word: 'dashboard.subtitle' },
  homepage: { word: 'ui.homepage' },
  favourite: { word: 'ui.favorite' },
  publicLink: { word: 'dashboard.publicLink' },
  turn: { word: 'dashboard.link.turn' },

  // inputs of rules that have no word of their own on a form, and parts of them
  interfaceId: { word: 'interface.one' },
  inputValue: { word: 'scheduler.value' },
  intervals: { word: 'scheduler.interval' },
  weekdays: { word: 'scheduler.weekdays' },
  startTime: { word: 'scheduler.start' },
  endTime: { word: 'scheduler.end' },
  preCycle: { word: 'rule.cycle.preCycle' },
  dayOne: { word: 'rule.cycle.dayOne' },
  lastDay: { word: 'rule.cycle.lastDay' },
  day: { word: 'rule.cycle.day' },
  date: { word: 'rule.cycle.date' },
  addedDays: { word: 'rule.cycle.table' },
  logicOperator: { word: 'rule.condition', text: (value, t) => operatorWords(value, t) ?? value },
  title: { word: 'event.title' },
  ruleDelay: { word: 'rule.eventDelay', figure: figure.seconds },
  hasRepetitionTime: { word: 'rule.event.repeats' },
  actionConfigurations: { word: 'notification.one' },
  notifyResponsible: { word: 'notification.notifyResponsibles' },
  recurrence: { word: 'rule.told.recurrence', figure: figure.seconds },
  properties: { word: 'notification.recipients' },
  usersList: { word: 'rule.told.users' },
  contactsList: { word: 'rule.told.contacts' },
  subject: { word: 'rule.told.subject' },

  // what was asked for in a file of the trace
  fromDate: { word: 'ui.from' },
  toDate: { word: 'ui.to' },
  search: { word: 'ui.search' },
  userId: { word: 'audit.who' },
  action: { word: 'audit.action', values: table(AUDIT_ACTIONS, actionKey) },
  objectType: { word: 'audit.object', values: table(AUDIT_OBJECTS, objectKey) },
  objectId: { word: 'audit.objectId' },
  result: { word: 'audit.result', values: table(AUDIT_RESULTS, resultKey) },

  // parts of the above
  MAIL: { word: 'notification.mail' },
  SMS: { word: 'notification.sms' },
  VOICE: { word: 'notification.voice' },
  WHATSAPP: { word: 'notification.whatsapp' },
  severityLevel: { word: 'event.severity.label', values: severities },
  phoneNumber: { word: 'billing.phoneNumber' },
  addressLine1: { word: 'billing.addressLine1' },
  addressLine2: { word: 'billing.addressLine2' },
  postalCode: { word: 'billing.postalCode' },
  city: { word: 'billing.city' },
  region: { word: 'billing.region' },
  country: { word: 'billing.country' },
  countryCodeA3: { word: 'billing.country' },
  fax: { word: 'billing.fax' },
  vat: { word: 'billing.vat' },
  iban: { word: 'billing.iban' },
  bicSwiftIso9362: { word: 'billing.bicSwiftIso9362' },
  operation: {
    word: 'virtual.operation',
    values: {
      AVG: 'virtual.avg',
      SUM: 'virtual.sum',
      MIN: 'virtual.min',
      MAX: 'virtual.max',
      DIFF: 'virtual.diff',
      SCALE: 'virtual.scale',
    },
  },
  sourceIds: { word: 'virtual.sources' },
  a: { word: 'virtual.a', figure: figure.fine },
  b: { word: 'virtual.b', figure: figure.fine },
}

/** Parts that share their name with another field: the category of a rule's events, the lines of a tariff's cycles. */
const PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  event: { category: 'eventCategory' },
  cycles: { lines: 'tariffLines' },
}

/** An instant, as JSON has it. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** What speakers of a language call it; another text as it is. */
function languageName(value: string): string {
  const language = languageOf(value)
  return language ? languageNames[language] : value
}

/** Whether a field has a word. */
export const isNamed = (field: string): boolean => Object.hasOwn(fields, field)

/** What a field is called; one that is not known here is said as it was kept. */
export function fieldWord(field: string, t: Translate): string {
  const known = Object.hasOwn(fields, field) ? fields[field] : undefined
  return known ? t(known.word) : languageName(inputName({ id: field }, t))
}

/** A value in words: codes in theirs, figures in the reader's notation, moments in the zone, yes and no, and of what has parts each with its name. */
export function changeText(field: string, value: unknown, t: Translate, zone: string): string {
  const known = Object.hasOwn(fields, field) ? fields[field] : undefined
  if (value === null || value === undefined || value === '') return missing
  if (known?.whole) return t(known.whole)
  if (typeof value === 'boolean') return t(value ? 'ui.yes' : 'ui.no')
  if (typeof value === 'number') return known?.figure ? known.figure(value, t) : number(value, t, [0, 6])
  if (typeof value === 'string') {
    if (MOMENT.test(value)) return dateTime(value, zone, t)
    const word = known?.values?.[value]
    return word ? t(word) : known ? (known.text?.(value, t) ?? value) : entryName(value, t)
  }
  if (Array.isArray(value)) return value.map(one => changeText(field, one, t, zone)).join(', ')
  if (typeof value !== 'object') return JSON.stringify(value)
  return (
    Object.entries(value)
      .filter(([, part]) => part !== null && part !== undefined && part !== '')
      .map(([part, its]) => [PARTS[field]?.[part] ?? part, its] as const)
      .map(([part, its]) => [part, changeText(part, its, t, zone)] as const)
      // Nothing is said of an empty list, nor of what has but such parts.
      .filter(([, words]) => words !== '')
      .map(([part, words]) => `${fieldWord(part, t)}: ${words}`)
      .join('; ')
  )
}
