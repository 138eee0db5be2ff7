import { isCategory } from '@steading/contract/categories'
import type { Actuation } from '@steading/contract/events'
import { unitOf } from '@steading/contract/interfaces'
import type { Work } from '../platform/database/work.ts'
import { movedBetween, setActuations } from './actuations.sql.ts'
import type { Moved } from './actuations.sql.ts'

const BEFORE = 3_600_000

/** Keeps what was switched there in the hour before an event opened: a fan that stopped tells more than the heat does. */
export async function keepActuations(work: Work, eventId: string, entityId: string, at: Date): Promise<void> {
  const moved = await movedBetween(work, { entityId, from: new Date(at.getTime() - BEFORE), until: at })
  if (moved.length > 0) await setActuations(work, eventId, moved.map(freeze))
}

const freeze = ({ interfaceId, interfaceName, category, max, dataType, value, moment, by }: Moved): Actuation => ({
  interfaceId,
  interfaceName,
  category,
  unit: isCategory(category) ? (unitOf(category, max)?.symbol ?? null) : null,
  value: dataType === 'BOOLEAN' ? value === 1 : value,
  atUtc: moment.toISOString(),
  by,
})

/** From a jsonb column that only `freeze` fills. */
export const actuationsOf = (column: unknown) => (column ?? []) as Actuation[] // safe: see above
