// The door of the slice: series as charts draw them, names that tell sensors apart, trends.
export * from './chartSeries.ts'
export * from './disambiguateNames.ts'
export { inBatches } from './inBatches.ts'
export { createSeriesQuery, type SeriesWindow } from './seriesQuery.ts'
export { withTail } from './tail.ts'
export * from './trend.ts'
