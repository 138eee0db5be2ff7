import { lazy } from 'react'

// Fetched when they are needed.
export const LazyNewDashboard = lazy(() => import('./NewDashboard.tsx'))
export const LazyPinned = lazy(() => import('./Pinned.tsx'))
export const LazyChoices = lazy(() => import('./DashboardChoices.tsx'))
export const LazyAddTile = lazy(() => import('./AddTile.tsx'))
