export { dashboardsSlice } from './dashboards.routes.ts'
export { dropBoards } from './default.ts'
export { addWidget } from './dashboards.ts'
export { insertDashboard } from './dashboards.sql.ts'
