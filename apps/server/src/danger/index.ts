export { ageOf, estimateDanger, limitsOf, weightsOf } from './danger.ts'
export { housesAt } from './danger.sql.ts'
export { placesToForecast, storeForecast } from './weatherForecasts.sql.ts'
export type { DangerSubject } from './danger.ts'
