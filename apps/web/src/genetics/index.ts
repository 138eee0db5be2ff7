// The door of the slice: its pages, and the field that chooses genetics.
export { GeneticsField, geneticsAt, geneticsField } from './geneticsField.tsx'

export const pages = {
  '/production/genetics': () => import('./GeneticsList.tsx'),
  '/production/genetics/create': () => import('./GeneticsCreate.tsx'),
  '/production/genetics/details/{geneticId}': () => import('./GeneticsDetails.tsx'),
} as const
