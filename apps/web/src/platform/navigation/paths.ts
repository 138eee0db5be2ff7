import type { Access } from '@steading/contract/http/route'
import type { TextKey } from '@steading/locales/text'

export type SectionKey = 'home' | 'events' | 'tasks' | 'rules' | 'production' | 'system' | 'analytics'

export interface Page {
  /** Permission that opens the page; one of a list suffices. */
  readonly access: Exclude<Access, 'link'>
  /** Permission needed to use the page, in addition to the one that opens it. */
  readonly content?: Exclude<Access, 'link'>
  /** Section of the navigation that contains the page. */
  readonly section?: SectionKey
  /** Name of the page in the navigation and in the search. */
  readonly title?: TextKey
}

/** All pages by path. `{name}` is a parameter. Pages of a section are in the order of its tabs. */
export const pages = {
  '/': { access: 'session' },
  '/farmview': { access: 'session', section: 'home', title: 'nav.home' },
  '/token-auth': { access: 'open' },
  '/alarm': { access: 'open' },
  '/drill': { access: 'open' },
  '/farmview/public-dashboard': { access: 'open' },
  '/public-dashboard': { access: 'open' },
  '/terms-of-use': { access: 'open' },
  '/data-protection-notice': { access: 'open' },
  '/login': { access: 'open' },
  '/setup': { access: 'open' },
  '/forgot_password': { access: 'open' },
  '/account/{userid}/activation/{activationcode}': { access: 'open' },
  '/account/{userid}/reset/{resetcode}': { access: 'open' },
  '/not_found': { access: 'open' },
  '/system/users': { access: 'users.read', section: 'system', title: 'nav.users' },
  '/system/users/create': { access: 'users.read', content: 'users.create', title: 'user.new' },
  '/system/users/details/{userid}': { access: 'users.read' },
  '/system/terminals': { access: 'terminals.read', section: 'system', title: 'terminal.many' },
  '/system/terminals/create': { access: 'terminals.read', content: 'terminals.create', title: 'terminal.new' },
  '/system/terminals/{terminalId}': { access: 'terminals.read' },
  '/system/terminals/details/{terminalId}': { access: 'terminals.read' },
  '/system/roles': { access: 'roles.read', section: 'system', title: 'nav.roles' },
  '/system/roles/create': { access: 'roles.create', title: 'role.new' },
  '/system/roles/details/{roleid}': { access: 'roles.read' },
  '/system/entities': { access: 'entities.read', section: 'system', title: 'nav.organization' },
  '/system/entities/create': { access: 'entities.read', content: 'entities.create', title: 'entity.new' },
  '/system/entities/{entityid}/details': { access: 'entities.read' },
  '/system/interfaces': { access: 'interfaces.read', section: 'system', title: 'interface.many' },
  '/system/interfaces/create': { access: 'interfaces.read', content: 'interfaces.create', title: 'interface.new' },
  '/system/interfaces/details/{interfaceId}': { access: 'interfaces.read' },
  '/system/heartbeat': { access: 'platform.root', section: 'system', title: 'heartbeat.title' },
  '/themes': { access: 'platform.root', section: 'system', title: 'theme.many' },
  '/system/helpdesk': { access: 'events.read', content: 'helpdesk.read' },
  '/system/helpdesk/create': { access: 'helpdesk.read', content: 'events.create' },
  '/system/helpdesk/{eventId}/details': { access: 'events.read', content: 'helpdesk.read' },
  '/events': { access: 'events.read', section: 'events', title: 'nav.events' },
  '/events/create': { access: 'events.read', content: 'events.create', title: 'event.new' },
  '/events/{eventId}/details': { access: 'events.read' },
  '/outbox': { access: 'events.read', section: 'events', title: 'nav.outbox' },
  '/drills': { access: 'events.read', section: 'events', title: 'nav.drills' },
  '/drills/summary': { access: 'events.read' },
  '/drills/{drillId}': { access: 'events.read' },
  '/helpdesk': { access: 'events.read', content: 'helpdesk.read', section: 'events', title: 'nav.helpdesk' },
  '/helpdesk/create': { access: 'helpdesk.read', content: 'events.create', title: 'helpdesk.new' },
  '/helpdesk/{eventId}/details': { access: 'events.read', content: 'helpdesk.read' },
  '/production/{batchId}/events/create': { access: 'events.read', content: 'events.create' },
  '/production/{batchId}/events/details/{eventId}': { access: 'events.read' },
  '/analytics': {
    access: 'session',
    content: 'analytics.overview',
    section: 'analytics',
    title: 'nav.analytics',
  },
  '/settings/profile': { access: 'session', title: 'nav.profile' },
  '/rules': { access: 'rules.read', section: 'rules', title: 'nav.rules' },
  '/rules/create': { access: 'rules.read', content: 'rules.create', title: 'rule.new' },
  '/rules/{ruleId}/details': { access: 'rules.read' },
  '/rules/alarms': { access: 'rules.alarms', section: 'rules', title: 'nav.alarms' },
  '/rules/alarms/create': { access: 'rules.alarms', content: 'rules.create', title: 'rule.new.alarm' },
  '/rules/alarms/{ruleId}/details': { access: 'rules.alarms' },
  '/rules/scheduler': { access: 'rules.scheduler', section: 'rules', title: 'nav.schedulers' },
  '/rules/scheduler/create': { access: 'rules.scheduler', content: 'rules.create', title: 'rule.new.scheduler' },
  '/rules/scheduler/{ruleId}/details': { access: 'rules.scheduler' },
  '/rules/groups': { access: 'rules.rule_groups', section: 'rules', title: 'nav.ruleGroups' },
  '/rules/template/': { access: 'rulesTemplates.read', section: 'rules', title: 'nav.ruleTemplates' },
  '/rules/template/create': { access: 'rulesTemplates.read', content: 'rulesTemplates.create', title: 'template.new' },
  '/rules/template/{ruleTemplateId}/details': { access: 'rulesTemplates.read' },
  '/production/batches': { access: 'batches.read', section: 'production', title: 'batch.many' },
  '/production/batches/create': { access: 'batches.read', content: 'batches.create', title: 'batch.new' },
  '/production/batches/{batchId}': { access: 'batches.read' },
  '/production/batches/{batchId}/details': { access: 'batches.read' },
  '/production/earlyWarnings': { access: 'batches.read', section: 'production', title: 'nav.earlyWarnings' },
  '/production/manualWeighing': { access: 'batches.read', section: 'production', title: 'nav.weighings' },
  '/production/manualWeighing/create': { access: 'batches.read', content: 'batches.transactions.create', title: 'weighing.new' },
  '/production/manualWeighing/{manualWeighingId}': { access: 'batches.read' },
  '/production/{batchId}/manualWeighing/create': { access: 'batches.read', content: 'batches.transactions.create' },
  '/production/{batchId}/manualWeighing/{manualWeighingId}': { access: 'batches.read' },
  '/production/genetics': { access: 'genetics.read', section: 'production', title: 'nav.genetics' },
  '/production/genetics/create': { access: 'genetics.read', content: 'genetics.create', title: 'genetics.new' },
  '/production/genetics/details/{geneticId}': { access: 'genetics.read' },
  '/production/curves': { access: 'curve.read', section: 'production', title: 'nav.curves' },
  '/production/curves/create': { access: 'curve.read', content: 'curve.create', title: 'curve.new' },
  '/production/curves/details/{curveId}': { access: 'curve.read' },
  '/production/curves/details/{curveId}/curve': { access: 'curve.read' },
  '/production/deathReasons': {
    access: 'deathReasons.read',
    section: 'production',
    title: 'nav.deathReasons',
  },
  '/production/deathReasons/create': {
    access: 'deathReasons.read',
    content: 'deathReasons.create',
    title: 'deathReason.new',
  },
  '/production/deathReasons/details/{deathReasonsId}': { access: 'deathReasons.read' },
  '/production/feedTypes': { access: 'feedTypes.read', section: 'production', title: 'nav.feedTypes' },
  '/production/feedTypes/create': { access: 'feedTypes.read', content: 'feedTypes.create', title: 'feedType.new' },
  '/production/feedTypes/details/{feedTypeId}': { access: 'feedTypes.read' },
  '/production/feedFactories': {
    access: 'feedFactory.read',
    section: 'production',
    title: 'nav.feedFactories',
  },
  '/production/feedFactories/create': {
    access: 'feedFactory.read',
    content: 'feedFactory.create',
    title: 'feedFactory.new',
  },
  '/production/feedFactories/details/{feedFactoryId}': { access: 'feedFactory.read' },
  '/production/feedMovements': {
    access: 'batches.feedMovements.read',
    section: 'production',
    title: 'nav.feedMovements',
  },
  '/production/feedMovements/create': {
    access: 'batches.feedMovements.read',
    content: 'batches.feedMovements.create',
    title: 'feed.movement.new',
  },
  '/production/feedMovements/multi-create': {
    access: 'batches.feedMovements.read',
    content: 'batches.feedMovements.create',
    title: 'feed.movement.newMany',
  },
  '/production/feedMovements/details/{feedMovementId}': { access: 'batches.feedMovements.read' },
  '/production/{batchId}/feedMovements/create': { access: 'batches.feedMovements.read', content: 'batches.feedMovements.create' },
  '/production/{batchId}/feedMovements/details/{feedMovementId}': {
    access: 'batches.feedMovements.read',
  },
  '/production/animalMovements': {
    access: 'batches.transactions.read',
    section: 'production',
    title: 'nav.animalMovements',
  },
  '/production/animalMovements/create': {
    access: 'batches.transactions.read',
    content: 'batches.transactions.create',
    title: 'movement.new',
  },
  '/production/animalMovements/details/{animalMovementId}': { access: 'batches.transactions.read' },
  '/production/{batchId}/animalMovements/create': { access: 'batches.transactions.read', content: 'batches.transactions.create' },
  '/production/{batchId}/animalMovements/details/{animalMovementId}': {
    access: 'batches.transactions.read',
  },
  '/production/automaticFeedMovements': {
    access: 'batches.feedMovements.read',
    section: 'production',
    title: 'nav.automaticFeed',
  },
  '/production/batch-analytics': {
    access: 'batches.read',
    content: 'analytics.batch',
    section: 'analytics',
    title: 'nav.batchAnalytics',
  },
  '/production/{batchId}/tasks/create': { access: 'session', content: 'tasks.create' },
  '/production/{batchId}/tasks/details/{taskId}': { access: 'session', content: 'tasks.read' },
  '/tasks': { access: 'session', content: 'tasks.read', section: 'tasks', title: 'nav.tasks' },
  '/tasks/create': { access: 'session', content: 'tasks.create', title: 'task.new' },
  '/tasks/details/{taskId}': { access: 'session', content: 'tasks.read' },
  '/tasks/templates': { access: 'session', content: 'tasks.read', section: 'tasks', title: 'nav.taskTemplates' },
  '/tasks/templates/create': { access: 'session', content: 'tasks.create', title: 'taskTemplate.new' },
  '/tasks/templates/details/{taskTemplateId}': { access: 'session', content: 'tasks.read' },
  '/tasks/taskboard': { access: 'session', content: 'tasks.read', section: 'tasks', title: 'task.board' },
  '/reports': { access: 'session', content: 'reports.read', section: 'analytics', title: 'nav.reports' },
  '/reports/create': { access: 'session', content: 'reports.create', title: 'report.new' },
  '/reports/schedules/{scheduleId}/edit': { access: 'session', content: 'reports.update' },
  '/reports/{reportId}/details': { access: 'session', content: 'reports.read' },
  '/system/tariffs': { access: 'tariffs.read', section: 'system', title: 'nav.tariffs' },
  '/system/tariffs/create': { access: 'tariffs.read', content: 'tariffs.create', title: 'tariff.new' },
  '/system/tariffs/{tariffid}/details': { access: 'tariffs.read' },
  '/system/tariffs/{tariffid}/periods': { access: ['tariffs.read', 'tariffs.update'] },
  '/system/audit': { access: 'audit.read', section: 'system', title: 'audit.title' },
  '/system/audit/{auditid}': { access: 'audit.read' },
  '/system/api-access': { access: 'api.read', section: 'system', title: 'api.access' },
  '/system/api-access/create': { access: 'api.read', content: 'api.create', title: 'api.new' },
  '/system/api-access/{apiid}/details': { access: ['api.read', 'api.update'] },
  '/system/api-access/{apiid}/subscriptions': { access: ['api.read', 'api.update'] },
} as const satisfies Readonly<Record<`/${string}`, Page>>

export type PagePath = keyof typeof pages
export const pagePaths = Object.keys(pages) as PagePath[] // safe: the table's own keys
export const pageOf = (path: PagePath): Page => pages[path]

type ParamsOf<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamsOf<Rest> : never
type ParamsArgument<P extends string> = [ParamsOf<P>] extends [never] ? [] : [params: Readonly<Record<ParamsOf<P>, string>>]

/** The address of a page: `to('/events/{eventId}/details', { eventId: '7' })`. */
export function to<P extends PagePath>(path: P, ...[params]: ParamsArgument<P>): string {
  const values: Readonly<Record<string, string>> = params ?? {}
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}
