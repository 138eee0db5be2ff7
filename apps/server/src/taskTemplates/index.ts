export { taskTemplatesSlice } from './taskTemplates.routes.ts'
export { activeTemplates, lockApprovedTemplate, templateById } from './taskTemplates.sql.ts'
export type { TemplateRow } from './taskTemplates.sql.ts'
