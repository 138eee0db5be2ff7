import type { AUDIT_ACTORS } from '@steading/contract/users/audit'
import { may } from '@steading/contract/users/permissions'
import type { Permission } from '@steading/contract/users/permissions'
import type { Language } from '@steading/contract/users/languages'
import type { NotationChoice } from '@steading/locales/notation'

/** The public link of an actor: the dashboard that it shows. */
export interface ActorLink {
  readonly id: string
  readonly dashboardId: string
  readonly kind: 'PUBLIC' | 'KIOSK'
  readonly includesAll: boolean
  /** Sensors of the house are shown, of every house of the dashboard. */
  readonly showsHouses: boolean
  /** What the link's creator may do now; the actor itself may do nothing. */
  readonly creatorPermissions: ReadonlySet<Permission>
}

/** The caller. `scope`: paths of the subtrees that it sees; '' is the whole tree, null or [] nothing. */
export interface Actor extends NotationChoice {
  readonly kind: (typeof AUDIT_ACTORS)[number]
  readonly id: string | null
  readonly name: string
  readonly scope: readonly string[] | null
  readonly entityId: string | null
  readonly permissions: ReadonlySet<Permission>
  readonly language: Language
  readonly timeZone: string
  readonly sessionId?: string
  /** Of an API user, which acts for its owner: `id` is the owner's. */
  readonly apiAccessId?: string
  readonly publicLink?: ActorLink
  readonly ip?: string
  readonly requestId?: string
}

/** Is the scope the whole tree? There is one root, so a path without a dot is the root or the empty path. */
export const seesAll = ({ scope }: Pick<Actor, 'scope'>) => scope?.some(path => !path.includes('.')) ?? false

const everything: ReadonlySet<Permission> = new Set(['platform.root'])

/** The platform itself as an actor: rules, jobs, the terminal link. */
export const systemActor = (name: string): Actor => ({
  kind: 'system',
  id: null,
  name,
  scope: [''],
  entityId: null,
  permissions: everything,
  language: 'en-US',
  timeZone: 'UTC',
})

/** Must each change by this actor leave an audit entry? All but boxes and the system, which keep records of their own. */
export const mustAudit = ({ kind }: Pick<Actor, 'kind'>) => kind !== 'box' && kind !== 'system'

/** A caller without a session; it sees nothing. */
export const anonymousActor = (language: Language): Actor => ({
  kind: 'anyone',
  id: null,
  name: 'anyone',
  scope: null,
  entityId: null,
  permissions: new Set(),
  language,
  timeZone: 'UTC',
})

export const isPermitted = (actor: Actor, asked: Permission | readonly Permission[]) => may(actor.permissions, asked)

/** May the actor see addresses and phone numbers of other users? */
export const seesPeople = (actor: Actor) => isPermitted(actor, ['users.read', 'users.list'])
