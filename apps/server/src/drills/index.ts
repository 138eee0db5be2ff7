export { drillsSlice } from './drills.routes.ts'
export { runner as drillRunner } from './run.ts'
export type { Runner as DrillRunner } from './run.ts'
export { pastDrills } from './past.ts'
