// Public interface of the slice: the home page, and how dashboards without a session show their widgets.
export const pages = {
  '/': () => import('./page/Home.tsx'),
  '/farmview': () => import('./page/Home.tsx'),
} as const
export { LiveWidget } from './LiveWidget.tsx'
export { LazyHouseChoice } from './house/lazyHouse.ts'
export { namesHouse } from './house/namesHouse.ts'
export { useBoard } from './page/useDashboard.ts'
