import { later } from '../ui/later/later.tsx'

export const LazyNewDashboard = later(() => import('./NewDashboard.tsx'), 'overlay')
export const LazyNoDashboard = later(() => import('./NoDashboard.tsx'))
export const LazyPinned = later(() => import('./Pinned.tsx'))
export const LazyChoices = later(() => import('./DashboardChoices.tsx'), 'overlay')
export const LazyAddTile = later(() => import('./AddTile.tsx'), 'overlay')
export const LazyLayoutConflict = later(() => import('./LayoutConflict.tsx'), 'overlay')
