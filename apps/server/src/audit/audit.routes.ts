import { audit } from '@steading/contract/users/audit'
import type { AuditFilter } from '@steading/contract/users/audit'
import { noPage } from '@steading/contract/http/paging'
import { isBackwards } from '@steading/contract/http/period'
import { translatorFor } from '@steading/locales/text'
import type { Actor } from '../platform/actor.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { cellsOf, headOf, present, presentChanges } from './audit.ts'
import { auditBefore, auditById, searchAudit } from './audit.sql.ts'

const MOST = 100_000
const PORTION = 1_000

export const auditSlice = (world: World) =>
  slice(audit, {
    search: ({ actor, query }) =>
      isBackwards(query)
        ? noPage(query)
        : world.db.work(actor, async work => {
            const page = await searchAudit(work, query)
            return { ...page, content: page.content.map(present) }
          }),
    details: ({ actor, params }) =>
      world.db.work(actor, async work => {
        const { changes, requestId, ...row } = orNotFound(await auditById(work, params.id))
        return { ...present(row), changes: presentChanges(changes), requestId }
      }),
    export: async ({ actor, query }) => {
      await world.db.work(actor, work =>
        work.audit({
          action: 'EXPORT',
          objectType: 'audit',
          objectId: null,
          objectName: null,
          entityId: actor.entityId,
          changes: Object.entries(query).map(([field, value]) => ({ field, old: null, new: value })),
        }),
      )
      const day = new Date(world.clock.now()).toISOString().slice(0, 10)
      return {
        name: `audit-${day}.csv`,
        type: 'text/csv; charset=utf-8',
        content: world.documents.csv(portions(world, actor, query, MOST), translatorFor(world.texts, actor)),
      }
    },
  })

/** A walk in portions, each a short transaction of its own: a slow reader holds nothing up. Says so where rows are left out. */
export async function* portions({ db, texts }: World, actor: Actor, filter: AuditFilter, most: number) {
  const t = translatorFor(texts, actor)
  yield [headOf(t)]
  if (isBackwards(filter)) return
  let last: { ts: Date; id: string } | undefined
  for (let count = 0; count < most; count += PORTION) {
    const rows = await db.work(actor, work => auditBefore(work, filter, last, Math.min(PORTION, most)))
    if (rows.length > 0)
      yield rows.map(({ changes, ...row }) => cellsOf({ ...present(row), changes: presentChanges(changes) }, t, actor.timeZone))
    last = rows.at(-1)
    if (rows.length < Math.min(PORTION, most)) return
  }
  const more = await db.work(actor, work => auditBefore(work, filter, last, 1))
  if (more.length > 0) yield [[t('audit.cut', { count: most })]]
}
