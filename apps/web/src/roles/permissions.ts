import { PERMISSIONS, type Permission, permissionKeys } from '@steading/contract/permissions'
import type { TextKey } from '@steading/locales/text'

/** The permission that stands for all others, and for what later versions bring. */
export const EVERYTHING: Permission = 'platform.root'

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
const plain: Readonly<Record<string, TextKey>> = {
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
export const permissionWord = (key: Permission): TextKey | undefined => special[key] ?? plain[key.slice(key.lastIndexOf('.') + 1)]

/** View first, then what changes more and more, then what is particular. */
const order = ['read', 'create', 'update', 'delete']
const rank = (key: Permission) => {
  const at = order.indexOf(key.slice(key.lastIndexOf('.') + 1))
  return at < 0 ? order.length : at
}

/** The permissions of a category, as they stand side by side. */
export const permissionsOf = (category: string): readonly Permission[] =>
  permissionKeys.filter(key => PERMISSIONS[key].category === category).toSorted((a, b) => rank(a) - rank(b))

/** The same permissions, with some put in or taken out, in the order of the table. */
export const withTurned = (held: readonly Permission[], turned: readonly Permission[], on: boolean): Permission[] =>
  permissionKeys.filter(key => (turned.includes(key) ? on : held.includes(key)))
