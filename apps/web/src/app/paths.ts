import type { Access } from '@steading/contract/route'
import type { TextKey } from '@steading/locales/text'

export type SectionKey = 'home' | 'events' | 'tasks' | 'rules' | 'production' | 'system' | 'analytics'

export interface Page {
  /** Who may open it; of a list, any one is enough. */
  readonly access: Exclude<Access, 'link'>
  /** What it is about. */
  readonly area: string
  /** What whoever opens it needs besides, since it could do nothing without. */
  readonly content?: Exclude<Access, 'link'>
  /** A page of the navigation: where it stands there, and its name. */
  readonly section?: SectionKey
  readonly title?: TextKey
}

/** Every page of the product with its path, once. `{name}` is a parameter. Those of a section stand in the order of its tabs. */
export const pages = {
  '/': { access: 'session', area: 'dashboard' },
  '/farmview': { access: 'session', area: 'dashboard', section: 'home', title: 'nav.home' },
  '/token-auth': { access: 'open', area: 'session' },
  '/farmview/public-dashboard': { access: 'open', area: 'dashboard' },
  '/public-dashboard': { access: 'open', area: 'dashboard' },
  '/terms-of-use': { access: 'open', area: 'legal' },
  '/data-protection-notice': { access: 'open', area: 'legal' },
  '/login': { access: 'open', area: 'session' },
  '/setup': { access: 'open', area: 'session' },
  '/forgot_password': { access: 'open', area: 'session' },
  '/account/{userid}/activation/{activationcode}': { access: 'open', area: 'session' },
  '/account/{userid}/reset/{resetcode}': { access: 'open', area: 'session' },
  '/not_found': { access: 'open', area: 'shell' },
  '/system/users': { access: 'users.read', area: 'users', section: 'system', title: 'nav.users' },
  '/system/users/create': { access: 'users.read', area: 'users', content: 'users.create' },
  '/system/users/details/{userid}': { access: 'users.read', area: 'users' },
  '/system/terminals': { access: 'terminals.read', area: 'terminals', section: 'system', title: 'terminal.many' },
  '/system/terminals/create': { access: 'terminals.read', area: 'terminals', content: 'terminals.create' },
  '/system/terminals/{terminalId}': { access: 'terminals.read', area: 'terminals' },
  '/system/terminals/details/{terminalId}': { access: 'terminals.read', area: 'terminals' },
  '/system/roles': { access: 'roles.read', area: 'roles', section: 'system', title: 'nav.roles' },
  '/system/roles/create': { access: 'roles.create', area: 'roles' },
  '/system/roles/details/{roleid}': { access: 'roles.read', area: 'roles' },
  '/system/entities': { access: 'entities.read', area: 'entities', section: 'system', title: 'nav.organization' },
  '/system/entities/create': { access: 'entities.read', area: 'entities', content: 'entities.create' },
  '/system/entities/{entityid}/details': { access: 'entities.read', area: 'entities' },
  '/system/interfaces': { access: 'interfaces.read', area: 'interfaces', section: 'system', title: 'interface.many' },
  '/system/interfaces/create': { access: 'interfaces.read', area: 'interfaces', content: 'interfaces.create' },
  '/system/interfaces/details/{interfaceId}': { access: 'interfaces.read', area: 'interfaces' },
  '/themes': { access: 'platform.root', area: 'shell', section: 'system', title: 'theme.many' },
  '/system/helpdesk': { access: 'events.read', area: 'events' },
  '/system/helpdesk/create': { access: 'events.read', area: 'events', content: 'events.create' },
  '/system/helpdesk/{eventId}/details': { access: 'events.read', area: 'events' },
  '/events': { access: 'events.read', area: 'events', section: 'events', title: 'nav.events' },
  '/events/create': { access: 'events.read', area: 'events', content: 'events.create' },
  '/events/{eventId}/details': { access: 'events.read', area: 'events' },
  '/outbox': { access: 'events.read', area: 'outbox', section: 'events', title: 'nav.outbox' },
  '/helpdesk': { access: 'events.read', area: 'events', section: 'events', title: 'nav.helpdesk' },
  '/helpdesk/create': { access: 'events.read', area: 'events', content: 'events.create' },
  '/helpdesk/{eventId}/details': { access: 'events.read', area: 'events' },
  '/production/{batchId}/events/create': { access: 'events.read', area: 'events', content: 'events.create' },
  '/production/{batchId}/events/details/{eventId}': { access: 'events.read', area: 'events' },
  '/analytics': {
    access: 'session',
    area: 'analytics',
    content: 'analytics.overview',
    section: 'analytics',
    title: 'nav.analytics',
  },
  '/settings/profile': { access: 'session', area: 'profile' },
  '/rules': { access: 'rules.read', area: 'rules', section: 'rules', title: 'nav.rules' },
  '/rules/create': { access: 'rules.read', area: 'rules', content: 'rules.create' },
  '/rules/{ruleId}/details': { access: 'rules.read', area: 'rules' },
  '/rules/alarms': { access: 'rules.alarms', area: 'rules', section: 'rules', title: 'nav.alarms' },
  '/rules/alarms/create': { access: 'rules.alarms', area: 'rules', content: 'rules.create' },
  '/rules/alarms/{ruleId}/details': { access: 'rules.alarms', area: 'rules' },
  '/rules/scheduler': { access: 'rules.scheduler', area: 'rules', section: 'rules', title: 'nav.schedulers' },
  '/rules/scheduler/create': { access: 'rules.scheduler', area: 'rules', content: 'rules.create' },
  '/rules/scheduler/{ruleId}/details': { access: 'rules.scheduler', area: 'rules' },
  '/rules/groups': { access: 'rules.rule_groups', area: 'rules', section: 'rules', title: 'nav.ruleGroups' },
  '/rules/template/': { access: 'rulesTemplates.read', area: 'templates', section: 'rules', title: 'nav.ruleTemplates' },
  '/rules/template/create': { access: 'rulesTemplates.read', area: 'templates', content: 'rulesTemplates.create' },
  '/rules/template/{ruleTemplateId}/details': { access: 'rulesTemplates.read', area: 'templates' },
  '/production/batches': { access: 'batches.read', area: 'batches', section: 'production', title: 'batch.many' },
  '/production/batches/create': { access: 'batches.read', area: 'batches', content: 'batches.create' },
  '/production/batches/{batchId}': { access: 'batches.read', area: 'batches' },
  '/production/batches/{batchId}/details': { access: 'batches.read', area: 'batches' },
  '/production/manualWeighing': { access: 'batches.read', area: 'weighing', section: 'production', title: 'nav.weighings' },
  '/production/manualWeighing/create': { access: 'batches.read', area: 'weighing' },
  '/production/manualWeighing/{manualWeighingId}': { access: 'batches.read', area: 'weighing' },
  '/production/{batchId}/manualWeighing/create': { access: 'batches.read', area: 'weighing' },
  '/production/{batchId}/manualWeighing/{manualWeighingId}': { access: 'batches.read', area: 'weighing' },
  '/production/genetics': { access: 'genetics.read', area: 'reference', section: 'production', title: 'nav.genetics' },
  '/production/genetics/create': { access: 'genetics.read', area: 'reference', content: 'genetics.create' },
  '/production/genetics/details/{geneticId}': { access: 'genetics.read', area: 'reference' },
  '/production/curves': { access: 'curve.read', area: 'curves', section: 'production', title: 'nav.curves' },
  '/production/curves/create': { access: 'curve.read', area: 'curves', content: 'curve.create' },
  '/production/curves/details/{curveId}': { access: 'curve.read', area: 'curves' },
  '/production/curves/details/{curveId}/curve': { access: 'curve.read', area: 'curves' },
  '/production/deathReasons': {
    access: 'deathReasons.read',
    area: 'reference',
    section: 'production',
    title: 'nav.deathReasons',
  },
  '/production/deathReasons/create': { access: 'deathReasons.read', area: 'reference', content: 'deathReasons.create' },
  '/production/deathReasons/details/{deathReasonsId}': { access: 'deathReasons.read', area: 'reference' },
  '/production/feedTypes': { access: 'feedTypes.read', area: 'reference', section: 'production', title: 'nav.feedTypes' },
  '/production/feedTypes/create': { access: 'feedTypes.read', area: 'reference', content: 'feedTypes.create' },
  '/production/feedTypes/details/{feedTypeId}': { access: 'feedTypes.read', area: 'reference' },
  '/production/feedFactories': {
    access: 'feedFactory.read',
    area: 'reference',
    section: 'production',
    title: 'nav.feedFactories',
  },
  '/production/feedFactories/create': { access: 'feedFactory.read', area: 'reference' },
  '/production/feedFactories/details/{feedFactoryId}': { access: 'feedFactory.read', area: 'reference' },
  '/production/feedMovements': {
    access: 'batches.feedMovements.read',
    area: 'feed movements',
    section: 'production',
    title: 'nav.feedMovements',
  },
  '/production/feedMovements/create': { access: 'batches.feedMovements.read', area: 'feed movements' },
  '/production/feedMovements/multi-create': { access: 'batches.feedMovements.read', area: 'feed movements' },
  '/production/feedMovements/details/{feedMovementId}': { access: 'batches.feedMovements.read', area: 'feed movements' },
  '/production/{batchId}/feedMovements/create': { access: 'batches.feedMovements.read', area: 'feed movements' },
  '/production/{batchId}/feedMovements/details/{feedMovementId}': {
    access: 'batches.feedMovements.read',
    area: 'feed movements',
  },
  '/production/animalMovements': {
    access: 'batches.transactions.read',
    area: 'animal movements',
    section: 'production',
    title: 'nav.animalMovements',
  },
  '/production/animalMovements/create': { access: 'batches.transactions.read', area: 'animal movements' },
  '/production/animalMovements/details/{animalMovementId}': { access: 'batches.transactions.read', area: 'animal movements' },
  '/production/{batchId}/animalMovements/create': { access: 'batches.transactions.read', area: 'animal movements' },
  '/production/{batchId}/animalMovements/details/{animalMovementId}': {
    access: 'batches.transactions.read',
    area: 'animal movements',
  },
  '/production/automaticFeedMovements': {
    access: 'batches.feedMovements.read',
    area: 'feed movements',
    section: 'production',
    title: 'nav.automaticFeed',
  },
  '/production/batch-analytics': {
    access: 'batches.read',
    area: 'analytics',
    content: 'analytics.batch',
    section: 'analytics',
    title: 'nav.batchAnalytics',
  },
  '/production/{batchId}/tasks/create': { access: 'session', area: 'tasks' },
  '/production/{batchId}/tasks/details/{taskId}': { access: 'session', area: 'tasks' },
  '/tasks': { access: 'session', area: 'tasks', section: 'tasks', title: 'nav.tasks' },
  '/tasks/create': { access: 'session', area: 'tasks' },
  '/tasks/details/{taskId}': { access: 'session', area: 'tasks' },
  '/tasks/templates': { access: 'session', area: 'tasks', section: 'tasks', title: 'nav.taskTemplates' },
  '/tasks/templates/create': { access: 'session', area: 'tasks' },
  '/tasks/templates/details/{taskTemplateId}': { access: 'session', area: 'tasks' },
  '/tasks/taskboard': { access: 'session', area: 'tasks', section: 'tasks', title: 'task.board' },
  '/reports': { access: 'session', area: 'reports', section: 'analytics', title: 'nav.reports' },
  '/reports/create': { access: 'session', area: 'reports' },
  '/reports/{reportId}/details': { access: 'session', area: 'reports' },
  '/system/tariffs': { access: 'tariffs.read', area: 'tariffs', section: 'system', title: 'nav.tariffs' },
  '/system/tariffs/create': { access: 'tariffs.read', area: 'tariffs' },
  '/system/tariffs/{tariffid}/details': { access: 'tariffs.read', area: 'tariffs' },
  '/system/tariffs/{tariffid}/periods': { access: ['tariffs.read', 'tariffs.update'], area: 'tariffs' },
  '/system/audit': { access: 'audit.read', area: 'audit', section: 'system', title: 'audit.title' },
  '/system/audit/{auditid}': { access: 'audit.read', area: 'audit' },
  '/system/api-access': { access: 'api.read', area: 'api access', section: 'system', title: 'api.access' },
  '/system/api-access/create': { access: 'api.read', area: 'api access' },
  '/system/api-access/{apiid}/details': { access: ['api.read', 'api.update'], area: 'api access' },
  '/system/api-access/{apiid}/subscriptions': { access: ['api.read', 'api.update'], area: 'api access' },
} as const satisfies Readonly<Record<`/${string}`, Page>>

export type PagePath = keyof typeof pages
export const pagePaths = Object.keys(pages) as PagePath[] // safe: the table's own keys
export const pageOf = (path: PagePath): Page => pages[path]

type ParamsOf<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamsOf<Rest> : never
type Given<P extends string> = [ParamsOf<P>] extends [never] ? [] : [params: Readonly<Record<ParamsOf<P>, string>>]

/** The address of a page: `to('/events/{eventId}/details', { eventId: '7' })`. */
export function to<P extends PagePath>(path: P, ...[params]: Given<P>): string {
  const given: Readonly<Record<string, string>> = params ?? {}
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name] ?? ''))
}
