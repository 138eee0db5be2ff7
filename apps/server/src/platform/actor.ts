import type { AUDIT_ACTORS } from '@steading/contract/audit'
import { may } from '@steading/contract/permissions'
import type { Permission } from '@steading/contract/permissions'
import type { Language } from '@steading/contract/languages'
import type { NotationChoice } from '@steading/locales/notation'

/** Who calls. `scope` holds the paths of the subtrees that bound all that it sees; '' is the whole tree, null or [] nothing. */
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
  readonly ip?: string
  readonly requestId?: string
}

/** There is one root: whoever stands at it, or above it as the platform does, sees the whole tree. */
export const seesAll = ({ scope }: Pick<Actor, 'scope'>) => scope?.some(path => !path.includes('.')) ?? false

const everything: ReadonlySet<Permission> = new Set(['platform.root'])

/** The platform itself: rules, jobs, the device link. */
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

/** Every change of these leaves an audit entry: all but the platform itself and its boxes, which keep their own records. */
export const mustAudit = ({ kind }: Pick<Actor, 'kind'>) => kind !== 'box' && kind !== 'system'

/** A caller without a session: sees nothing. */
export const nobody = (language: Language): Actor => ({
  kind: 'anyone',
  id: null,
  name: 'anyone',
  scope: null,
  entityId: null,
  permissions: new Set(),
  language,
  timeZone: 'UTC',
})

export const mayDo = (actor: Actor, asked: Permission | readonly Permission[]) => may(actor.permissions, asked)

/** Addresses and numbers of others are for those who may see people. */
export const seesPeople = (actor: Actor) => mayDo(actor, ['users.read', 'users.list'])
