import { PERMISSIONS, type Permission } from '@steading/contract/users/permissions'
import type { TextKey, Translate } from './text.ts'

type Category = Exclude<(typeof PERMISSIONS)[Permission]['category'], 'PLATFORM'>

/** The categories as sections of the screens, each with its name. */
export const sections = [
  {
    title: 'nav.system',
    categories: {
      USERS: 'nav.users',
      ROLES: 'nav.roles',
      ENTITIES: 'entity.many',
      ENTITY_TAGS: 'tag.many',
      TERMINALS: 'terminal.many',
      INTERFACES: 'interface.many',
      TARIFFS: 'nav.tariffs',
      API_ACCESS: 'api.access',
      AUDIT: 'audit.title',
    },
  },
  {
    title: 'nav.events',
    categories: { EVENTS: 'nav.events', HELPDESK: 'nav.helpdesk', NOTIFICATIONS: 'permission.notify' },
  },
  { title: 'nav.rules', categories: { RULES: 'nav.rules', RULE_TEMPLATES: 'nav.ruleTemplates' } },
  {
    title: 'nav.production',
    categories: {
      BATCHES: 'batch.many',
      BATCH_TRANSACTIONS: 'nav.animalMovements',
      BATCH_FEED_TRANSACTIONS: 'nav.feedMovements',
      GENETICS: 'nav.genetics',
      PRODUCTION_CURVES: 'nav.curves',
      FEED_TYPES: 'nav.feedTypes',
      FEED_FACTORIES: 'nav.feedFactories',
      SPECIES_DEATH_REASONS: 'nav.deathReasons',
    },
  },
  {
    title: 'nav.tasks',
    categories: { TASKS: 'nav.tasks', TASK_TEMPLATES: 'nav.taskTemplates' },
  },
  { title: 'nav.analytics', categories: { ANALYTICS: 'nav.analytics', REPORTS: 'nav.reports' } },
] as const satisfies readonly { title: TextKey; categories: Partial<Record<Category, TextKey>> }[]

/** What the plain names mean; every other permission has a word of its own. */
const simple: Readonly<Record<string, TextKey>> = {
  create: 'permission.create',
  read: 'permission.read',
  update: 'permission.update',
  delete: 'permission.delete',
}
const special: Readonly<Partial<Record<Permission, TextKey>>> = {
  'platform.root': 'role.everything',
  'users.list': 'permission.choose',
  'entities.transfer': 'permission.transfer',
  'entities.default_dashboard': 'permission.defaultDashboard',
  'terminals.update_name': 'permission.rename',
  'terminals.read_details': 'permission.readDetails',
  'interfaces.update_name': 'permission.rename',
  'interfaces.update_sector': 'permission.changePlace',
  'interfaces.actuate': 'permission.operate',
  'notifications.sms': 'permission.sms',
  'notifications.voice': 'permission.voice',
  'analytics.overview': 'permission.overview',
  'analytics.batch': 'nav.batchAnalytics',
  'rules.alarms': 'nav.alarms',
  'rules.scheduler': 'nav.schedulers',
  'rules.rule_groups': 'nav.ruleGroups',
  'taskTemplates.approve_reject': 'permission.approve',
}

/** The word of a permission beside the name of its category; undefined for one that nobody has named. */
export const permissionWord = (key: Permission): TextKey | undefined =>
  special[key] ?? simple[key.slice(key.lastIndexOf('.') + 1)]

const places: Readonly<Record<string, TextKey>> = Object.assign({}, ...sections.map(section => section.categories))

/** A permission where it stands alone: "Users: Edit". */
export function permissionName(key: string, t: Translate): string {
  if (!(key in PERMISSIONS)) return key
  const permission = key as Permission // safe: a key of the table
  const word = permissionWord(permission)
  const category = places[PERMISSIONS[permission].category]
  return [category && t(category), word ? t(word) : key].filter(Boolean).join(': ')
}
