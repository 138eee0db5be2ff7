export { curvesSlice } from './curves.routes.ts'
export { curveStore } from './curves.ts'
