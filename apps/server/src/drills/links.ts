import type { LinkedDrill } from '@steading/contract/events/drills'
import { choiceOf, languageFor } from '@steading/locales/notation'
import type { Outbox } from '../outbox/index.ts'
import { systemActor } from '../platform/actor.ts'
import type { Actor } from '../platform/actor.ts'
import { invalid } from '../platform/failures.ts'
import { notificationOfToken } from '../outbox/index.ts'
import type { World } from '../platform/world.ts'
import { linkedMessage } from './drills.sql.ts'
import type { LinkedMessage } from './drills.sql.ts'
import { resultOf } from './present.ts'

const system = systemActor('links')
/** ms during which a link can be opened. */
const SHOWN_FOR = 7 * 86_400_000

/** Confirms drills by links in messages, without a session: a link confirms only its own message. */
export function links({ db, secrets, bus }: Pick<World, 'db' | 'secrets' | 'bus'>, outbox: Pick<Outbox, 'confirm'>) {
  const find = async (token: string): Promise<LinkedMessage> => {
    const id = notificationOfToken(secrets, token, 'drill')
    const found =
      id === null ? undefined : await db.work(system, work => linkedMessage(work, id, new Date(work.now.getTime() - SHOWN_FOR)))
    if (!found) throw invalid('token', 'code')
    return found
  }
  const shown = async (token: string): Promise<LinkedDrill> => {
    const message = await find(token)
    const { farmName, houseName, reader, timeZone, language, state, startedAt, dueAt, confirmedAt } = message
    const now = await db.work(system, work => Promise.resolve(work.now))
    return {
      farmName,
      houseName,
      reader,
      timeZone,
      startedUtc: startedAt.toISOString(),
      result: resultOf(state),
      confirmedUtc: confirmedAt?.toISOString() ?? null,
      isOver: state === 'FAILED' || dueAt <= now,
      language: languageFor({ language: language ?? '' }),
      ...choiceOf(message),
    }
  }
  return {
    look: shown,
    async confirm(token: string, given: Pick<Actor, 'ip' | 'requestId'>) {
      const message = await find(token)
      const { notificationId, drillId, entityId, farmName, houseName, channel } = message
      await db.work(holderOf(message, given), work =>
        // Idempotent.
        work.withSavepoint(async () => {
          if (!(await outbox.confirm(work, notificationId))) return false
          await work.audit({
            action: 'UPDATE',
            objectType: 'drill',
            objectId: drillId,
            objectName: `${farmName} | ${houseName}`,
            entityId,
            changes: [{ field: 'confirmed', old: null, new: channel }],
          })
          work.afterCommit(() => bus.emit('drill.confirmed', { drillId }))
          return true
        }),
      )
      return shown(token)
    },
  }
}

/** Actor of a link: acts for the recipient of the message, at this entity only. */
const holderOf = (
  { userId, reader, path, entityId, language, timeZone }: LinkedMessage,
  { ip, requestId }: Pick<Actor, 'ip' | 'requestId'>,
): Actor => ({
  kind: 'user',
  id: userId,
  name: reader,
  scope: [path],
  entityId,
  permissions: new Set(),
  timeZone,
  language: languageFor({ language: language ?? '' }),
  ...(ip !== undefined && { ip }),
  ...(requestId !== undefined && { requestId }),
})
