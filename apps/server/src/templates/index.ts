export { templatesSlice } from './templates.routes.ts'
