export { createWeather } from './weather.ts'
export type { Weather } from './weather.ts'
export { weatherSlice } from './weather.routes.ts'
