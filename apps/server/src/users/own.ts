import { NotificationPreferences, SubscriptionPreferences } from '@steading/contract/users/users'
import type { users } from '@steading/contract/users/users'
import { updateQuietHours } from '../outbox/index.ts'
import type { Actor } from '../platform/actor.ts'
import { saveIfChanged } from '../platform/database/save.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { fieldChanges, deleted } from '../platform/database/fieldChanges.ts'
import type { FieldChange } from '../platform/database/fieldChanges.ts'
import { NotFound, VersionConflict } from '../platform/failures.ts'
import type { Handlers } from '../platform/http/call.ts'
import { knowsVersion } from '../platform/release.ts'
import type { World } from '../platform/world.ts'
import { avatarOf } from './avatar.ts'
import { parsePhone } from '../platform/text/phones.ts'
import { deleteOwnSession, sessionsOf } from './sessions.sql.ts'
import { editOneself, oneself, presentDetails, removePerson, tell } from './users.ts'
import { noteNow, updateNotifications, updateSubscriptions } from './users.sql.ts'
import type { PersonRow } from './users.sql.ts'

type Own = Pick<
  Handlers<typeof users>,
  | 'personal'
  | 'editPersonal'
  | 'acceptTerms'
  | 'knowledgeVersion'
  | 'validatePhone'
  | 'notifications'
  | 'setNotifications'
  | 'subscriptions'
  | 'setSubscriptions'
  | 'ownSessions'
  | 'endSession'
  | 'removeSelf'
>

/** What people do with themselves; no permission is asked for, and nobody else can be named. */
export function ownHandlers({ db, config }: World): Own {
  /** The own row may lie above what one is kept to. */
  const asOneself = <T>(actor: Actor, act: (work: UnitOfWork, me: PersonRow) => Promise<T>) =>
    db.work(actor, work => work.withSystemScope(async systemWork => act(systemWork, await oneself(systemWork))))
  const notificationsOf = (me: PersonRow) =>
    NotificationPreferences.parse({ ...(me.notifications as object), version: me.version }) // safe: the column is an object
  const subscriptionsOf = (me: PersonRow) => SubscriptionPreferences.parse(me)

  const saved = (systemWork: UnitOfWork, me: PersonRow, update: () => Promise<boolean>, changes: readonly FieldChange[]) =>
    saveIfChanged(systemWork, {
      before: me,
      read: () => oneself(systemWork),
      write: async () => {
        if (!(await update())) throw new VersionConflict()
      },
      audit: () => tell(systemWork, 'UPDATE', me, changes),
    })

  const noted =
    (
      what: 'accepted_terms_at' | 'knowledge_version_at',
      field: 'acceptedTerms' | 'knowledgeVersion',
      holds: (at: Date | null) => boolean,
    ) =>
    (actor: Actor) =>
      asOneself(actor, async (systemWork, me) => {
        if (holds(me[`${field}At`])) return
        await noteNow(systemWork, me.id, what)
        await tell(systemWork, 'UPDATE', me, [{ field, old: false, new: true }])
      })
  const accept = noted('accepted_terms_at', 'acceptedTerms', at => at !== null)
  const know = noted('knowledge_version_at', 'knowledgeVersion', knowsVersion)

  return {
    personal: ({ actor }) => asOneself(actor, presentDetails),
    editPersonal: async ({ actor, body, files }) => {
      const picture = await avatarOf(files)
      return asOneself(actor, async systemWork => presentDetails(systemWork, await editOneself(systemWork, body, picture)))
    },
    acceptTerms: async ({ actor }) => {
      await accept(actor)
      return { acceptedTerms: true }
    },
    knowledgeVersion: async ({ actor }) => {
      await know(actor)
      return { knowledgeVersion: true }
    },
    validatePhone: ({ params }) => parsePhone(params.number),
    notifications: ({ actor }) => asOneself(actor, async (_, me) => notificationsOf(me)),
    setNotifications: ({ actor, body: { version, ...wish } }) =>
      asOneself(actor, async (systemWork, me) => {
        const { version: _, ...before } = notificationsOf(me)
        const after = { ...before, ...wish, quiet: wish.quiet === undefined ? before.quiet : wish.quiet }
        const write = () => updateNotifications(systemWork, { id: me.id, version }, after)
        const now = await saved(systemWork, me, write, fieldChanges(before, after))
        if (after.quiet?.from !== before.quiet?.from || after.quiet?.to !== before.quiet?.to)
          await updateQuietHours(systemWork, { userId: me.id, quiet: after.quiet, timeZone: now.timeZone })
        return notificationsOf(now)
      }),
    subscriptions: ({ actor }) => asOneself(actor, async (_, me) => subscriptionsOf(me)),
    setSubscriptions: ({ actor, body: { version, subscriptions } }) =>
      asOneself(actor, async (systemWork, me) => {
        const wish = [...new Set(subscriptions)]
        const write = () => updateSubscriptions(systemWork, { id: me.id, version }, wish)
        const changes = fieldChanges({ subscriptions: me.subscriptions }, { subscriptions: wish })
        return subscriptionsOf(await saved(systemWork, me, write, changes))
      }),
    ownSessions: ({ actor }) =>
      db.work(actor, async work => {
        const ago = (minutes: number) => new Date(work.now.getTime() - minutes * 60_000)
        const rows = await sessionsOf(work, actor.id!, {
          usedAfter: ago(config.IDLE_MINUTES),
          seenAfter: ago(config.REQUEST_MINUTES),
        })
        return rows.map(row => ({
          id: row.id,
          createdUtc: row.created_at.toISOString(),
          seenUtc: row.seen_at.toISOString(),
          expiresUtc: row.expires_at.toISOString(),
          ip: row.ip,
          agent: row.agent,
          current: row.id === actor.sessionId,
        }))
      }),
    endSession: ({ actor, params }) =>
      db.work(actor, async work => {
        const { created_at: since, ip, agent } = orNotFound(await deleteOwnSession(work, actor.id!, params.id))
        const me = { objectId: actor.id, objectName: actor.name, entityId: actor.entityId }
        const changes = deleted({ session: { agent, ip, since: since.toISOString() } })
        await work.audit({ action: 'LOGOUT', objectType: 'user', ...me, changes })
        return {}
      }),
    removeSelf: ({ actor, params, query }) => {
      if (params.id !== actor.id) throw new NotFound()
      return asOneself(actor, async (systemWork, me) => {
        await removePerson(systemWork, me, query.confirm)
        return {}
      })
    },
  }
}
