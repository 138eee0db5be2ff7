export { meterCost } from './meterCost.ts'
export type { MeterCost } from './meterCost.ts'
export { tariffsSlice } from './tariffs.routes.ts'
export { tariffStore } from './tariffs.ts'
