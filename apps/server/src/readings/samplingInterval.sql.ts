import { CATEGORIES } from '@steading/contract/devices/categories'
import { sql } from 'kysely'

const REGISTERS = Object.values(CATEGORIES)
  .filter(({ kind }) => kind === 'COUNTER')
  .map(({ id }) => id)

/** Seconds between values of a row of `interfaces`; of a virtual one by its sources, where 0 stands for sent on change. */
export const samplingInterval = sql<number>`case when interfaces.operation is null then interfaces.every
  else virtual_interval(interfaces.id, ${REGISTERS}::text[]) end`
