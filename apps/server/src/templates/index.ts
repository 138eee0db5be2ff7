export { templatesSlice } from './templates.routes.ts'
export { templateOfRule, usableTemplate } from './templates.ts'
