/** What rules know of the journal and of meters, without the database behind them. */
export * from '../apps/server/src/readings/reading.ts'
export { REPORT_DELAY_MS } from '../apps/server/src/readings/rollups/bucketSums.ts'
export { meterOf } from '../apps/server/src/readings/meters.ts'
export { samplingInterval } from '../apps/server/src/readings/samplingInterval.sql.ts'
