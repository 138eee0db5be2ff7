// The door of the slice: templates that make tasks.
export const pages = {
  '/tasks/templates': () => import('./TemplateList.tsx'),
  '/tasks/templates/create': () => import('./TemplateCreate.tsx'),
  '/tasks/templates/details/{taskTemplateId}': () => import('./TemplateDetails.tsx'),
} as const
