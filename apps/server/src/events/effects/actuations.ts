import { isCategory } from '@steading/contract/devices/categories'
import type { Actuation } from '@steading/contract/events/events'
import { unitOf } from '@steading/contract/devices/interfaces'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { outputChanges, setActuations } from './actuations.sql.ts'
import type { OutputChange } from './actuations.sql.ts'

const LOOKBACK = 3_600_000

/** Stores the output changes in the hour before an event opened: they often explain it (a fan that stopped). */
export async function recordActuations(work: UnitOfWork, eventId: string, entityId: string, at: Date): Promise<void> {
  const changes = await outputChanges(work, { entityId, from: new Date(at.getTime() - LOOKBACK), until: at })
  if (changes.length > 0) await setActuations(work, eventId, changes.map(toActuation))
}

const toActuation = ({ interfaceId, interfaceName, category, max, dataType, value, moment, by }: OutputChange): Actuation => ({
  interfaceId,
  interfaceName,
  category,
  unit: isCategory(category) ? (unitOf(category, max)?.symbol ?? null) : null,
  value: dataType === 'BOOLEAN' ? value === 1 : value,
  atUtc: moment.toISOString(),
  by,
})

/** From a jsonb column that only `toActuation` fills. */
export const actuationsFromColumn = (column: unknown) => (column ?? []) as Actuation[] // safe: see above
