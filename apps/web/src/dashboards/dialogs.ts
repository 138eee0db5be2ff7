import { lazyComponent } from '../ui/lazy/lazyComponent.tsx'

export const LazyNewDashboard = lazyComponent(() => import('./page/NewDashboard.tsx'), 'overlay')
export const LazyNoDashboard = lazyComponent(() => import('./page/NoDashboard.tsx'))
export const LazyPinned = lazyComponent(() => import('./alarms/AlarmPanel.tsx'))
export const LazyChoices = lazyComponent(() => import('./page/DashboardChoices.tsx'), 'overlay')
export const LazyEditor = lazyComponent(() => import('./edit/DashboardEditor.tsx'))
export const LazyLaterSave = lazyComponent(() => import('./edit/LaterSave.tsx'))
export const LazyDashboardActions = lazyComponent(() => import('./actions/DashboardActions.tsx'))
export const LazyTileTools = lazyComponent(() => import('./edit/TileTools.tsx'))
