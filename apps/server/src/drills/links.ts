import type { LinkedDrill } from '@steading/contract/drills'
import { choiceOf, languageFor } from '@steading/locales/notation'
import type { Outbox } from '../outbox/index.ts'
import { systemActor } from '../platform/actor.ts'
import type { Actor } from '../platform/actor.ts'
import { invalid } from '../platform/failures.ts'
import { messageOf } from '../platform/links.ts'
import type { World } from '../platform/world.ts'
import { linkedMessage } from './drills.sql.ts'
import type { LinkedMessage } from './drills.sql.ts'
import { resultOf } from './present.ts'

const system = systemActor('links')
/** So long does a link say what it was of, ms. */
const SHOWN_FOR = 7 * 86_400_000

/** Drills by the links of messages, without signing in: each confirms the one message that it came with, and nothing else. */
export function links({ db, secrets, bus }: Pick<World, 'db' | 'secrets' | 'bus'>, outbox: Pick<Outbox, 'confirm'>) {
  const find = async (token: string): Promise<LinkedMessage> => {
    const id = messageOf(secrets, token, 'drill')
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
      ...{ farmName, houseName, reader, timeZone },
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
        // Said again it changes nothing.
        work.provisionally(async () => {
          if (!(await outbox.confirm(work, notificationId))) return false
          await work.audit({
            ...{ action: 'UPDATE', objectType: 'drill', objectId: drillId, objectName: `${farmName} | ${houseName}`, entityId },
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

/** Whoever holds a link acts for whom its message went to, at this one place. */
const holderOf = (
  { userId, reader, path, entityId, language, timeZone }: LinkedMessage,
  { ip, requestId }: Pick<Actor, 'ip' | 'requestId'>,
): Actor => ({
  ...{ kind: 'user', id: userId, name: reader, scope: [path], entityId, permissions: new Set(), timeZone },
  language: languageFor({ language: language ?? '' }),
  ...(ip !== undefined && { ip }),
  ...(requestId !== undefined && { requestId }),
})
