// The door of the slice: its page, and how the rules of a group stand.
export const pages = {
  '/rules/groups': () => import('./GroupList.tsx'),
} as const
export { GroupCounts, totalOf } from './GroupCounts.tsx'
