export { createEarlyWarning } from './evaluation.ts'
export { createHeatForecast } from './heatForecast.ts'
export { earlyWarningSlice } from './earlyWarning.routes.ts'
