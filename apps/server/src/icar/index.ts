export { icarSlice } from './icar.routes.ts'
