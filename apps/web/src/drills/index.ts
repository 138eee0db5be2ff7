// The door of the slice: drills and their records, and what an entity shows of its drills.
export const pages = {
  '/drills': () => import('./DrillList.tsx'),
  '/drills/summary': () => import('./DrillYear.tsx'),
  '/drills/{drillId}': () => import('./DrillRecord.tsx'),
} as const

export const drillsTab = () => import('./DrillsTab.tsx')
