import { subscriptions } from '@steading/contract/apiAccess/subscriptions'
import { changeableApiAccess } from '../apiAccess/index.ts'
import { systemActor } from '../platform/actor.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { Failed, invalid } from '../platform/failures.ts'
import { slice } from '../platform/http/call.ts'
import { createGuardedClient } from '../platform/network/guardedRequest.ts'
import type { World } from '../platform/world.ts'
import type { Journal } from '../readings/index.ts'
import { sequenceChanges } from './items/items.sql.ts'
import { permittedKinds, readItems } from './items/items.ts'
import {
  createSubscription,
  editSubscription,
  present,
  presentDelivery,
  presentDetails,
  removeSubscription,
  resendDelivery,
  resumeSubscription,
} from './subscriptions.ts'
import { confirmTo, ownSubscription, searchDeliveries, searchSubscriptions, subscriptionById } from './subscriptions.sql.ts'
import { signatureKey } from './webhooks/signature.ts'

const system = systemActor('subscriptions')

export const subscriptionsSlice = ({ db, config, secrets }: World, journal: Pick<Journal, 'settled'>) => {
  const client = createGuardedClient(config.WEBHOOK_NETWORKS)
  const lastPosition = async (work: UnitOfWork, type: string) => (type === 'READINGS' ? journal.settled() : sequenceChanges(work))

  return slice(subscriptions, {
    search: ({ actor, params, query }) =>
      db.work(actor, async work => {
        const page = await searchSubscriptions(work, params.apiId, query)
        return { ...page, content: page.content.map(present) }
      }),
    details: ({ actor, params }) =>
      db.work(actor, async work => presentDetails(orNotFound(await subscriptionById(work, params.apiId, params.id)))),
    create: ({ actor, params, body }) =>
      db.work(actor, async work => {
        await changeableApiAccess(work, params.apiId)
        const cursor = await lastPosition(work, body.type)
        const row = await createSubscription(work, { ...body, apiId: params.apiId, cursor }, client)
        return { ...presentDetails(row), hmacSecret: row.delivery === 'WEBHOOK' ? signatureKey(secrets, row.id) : null }
      }),
    edit: ({ actor, params, body }) =>
      db.work(actor, async work => presentDetails(await editSubscription(work, params, body, client))),
    remove: ({ actor, params }) =>
      db.work(actor, async work => {
        await removeSubscription(work, params)
        return {}
      }),
    resume: ({ actor, params }) => db.work(actor, async work => presentDetails(await resumeSubscription(work, params))),
    deliveries: ({ actor, params, query }) =>
      db.work(actor, async work => {
        orNotFound(await subscriptionById(work, params.apiId, params.id))
        const page = await searchDeliveries(work, params.id, query)
        return { ...page, content: page.content.map(presentDelivery) }
      }),
    resend: ({ actor, params }) =>
      db.work(actor, async work => {
        await resendDelivery(work, params, params.deliveryId)
        return {}
      }),

    pull: async ({ actor, params, query }) => {
      const own = orNotFound(await db.work(actor, work => ownSubscription(work, params.id)))
      const isReadable = own.delivery === 'PULL' && own.status === 'ACTIVE'
      if (!isReadable || permittedKinds(actor, own.type).length === 0) throw new Failed('NOT_ALLOWED')
      const from = query.cursor === undefined ? Number(own.cursor) : Number(query.cursor)
      const last = await db.work(system, async work => {
        const position = await lastPosition(work, own.type)
        if (from > position) throw invalid('cursor', 'format')
        await confirmTo(work, own.id, from)
        return position
      })
      const { items, to } = await db.work(actor, work => readItems(work, own, { from, last, limit: query.limit }))
      return { items, cursor: String(to), hasMore: to < last, isIncomplete: from < Number(own.lost_pos) }
    },
  })
}
