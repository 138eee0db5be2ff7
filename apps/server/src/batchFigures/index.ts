export { batchFiguresSlice } from './batchFigures.routes.ts'
export { createFiguresTask } from './figuresTask.ts'

// What documents about a batch show.
export { hourlyClimate, presentEnvironment } from './environment.ts'
export type { HourlyClimate } from './environment.ts'
export { readFreshBatches } from './freshBatches.ts'
export type { FreshBatch } from './freshBatches.ts'
export { assertOneEnterprise } from './analytics.sql.ts'
export { freshFigures } from './figures.ts'
export type { FiguresWorld } from './figures.ts'
export {
  consumptionOf,
  presentConsumption,
  presentDifference,
  presentEvolution,
  presentKpi,
  presentTotals,
  presentWeeks,
  readConsumption,
} from './views.ts'

// What widgets show.
export { closedFigures } from './closedFigures.ts'
export type { ClosedFilter } from './closedFigures.ts'
export type { ClosedWithin } from './analytics.sql.ts'
export { siloLevels } from './runOut.ts'

// What the use of a batch is compared with.
export { booksOf } from './books.ts'
export type { Books } from './books.ts'
export { hourlyUse } from './hourlyUse.ts'
