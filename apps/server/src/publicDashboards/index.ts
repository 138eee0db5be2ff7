export { publicDashboardsSlice } from './publicDashboards.routes.ts'
export { showsWeather } from './publicDashboards.ts'
