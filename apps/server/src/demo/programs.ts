import { tariffExamples } from '@steading/production/tariffs/tariffExamples'
import { insertApiAccess } from '../apiAccess/index.ts'
import { insertEntry } from '../books/index.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { randomToken, tokenHash } from '../platform/security/secrets.ts'
import { insertSubscription } from '../subscriptions/index.ts'
import { tariffStore } from '../tariffs/index.ts'

/** An API user of the office that fetches events, whose secret nobody knows, and the tariff of the farm's electricity. */
export async function seedPrograms(work: UnitOfWork, { entityId, owner }: { entityId: string; owner: string }): Promise<void> {
  const apiId = await insertApiAccess(work, {
    entityId,
    ownerId: owner,
    username: 'office-ledger',
    displayName: 'Ledger of the office',
    scopes: ['events.read', 'batches.read', 'interfaces.read'],
    allowedIps: [],
    rateLimit: 60,
    expiresUtc: null,
    secretHash: tokenHash(randomToken()),
  })
  await insertSubscription(work, {
    apiId,
    displayName: 'Events of the farm',
    type: 'EVENTS',
    interfaceIds: [],
    entityIds: [entityId],
    delivery: 'PULL',
    url: null,
    cursor: 0,
    createdBy: owner,
  })
  await insertEntry(work, tariffStore, entityId, { ...tariffExamples.PT_WEEKLY })
}
