// Public interface of the slice: its pages.
export const pages = {
  '/rules/template/': () => import('./TemplateList.tsx'),
  '/rules/template/create': () => import('./form/TemplateCreate.tsx'),
  '/rules/template/{ruleTemplateId}/details': () => import('./details/TemplateDetails.tsx'),
} as const
