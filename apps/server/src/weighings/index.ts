export { weighingsSlice } from './weighings.routes.ts'
export { createWeighing, presentWeighings } from './weighings.ts'
export { weighingsOfBatch } from './weighings.sql.ts'
