// Public interface of the slice: the analytics page.
import { preloadEngine } from '../ui/chart/draw/loadEngine.ts'

export const pages = {
  '/analytics': () => {
    // Its charts are drawn as soon as their data is there.
    preloadEngine()
    return import('./AnalyticsPage.tsx')
  },
} as const
