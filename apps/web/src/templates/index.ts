// The door of the slice: its pages.
export const pages = {
  '/rules/template/': () => import('./TemplateList.tsx'),
  '/rules/template/create': () => import('./TemplateCreate.tsx'),
  '/rules/template/{ruleTemplateId}/details': () => import('./TemplateDetails.tsx'),
} as const
