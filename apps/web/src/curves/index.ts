// The door of the slice: its pages.
export const pages = {
  '/production/curves': () => import('./CurveList.tsx'),
  '/production/curves/create': () => import('./CurveCreate.tsx'),
  '/production/curves/details/{curveId}': () => import('./CurveDetails.tsx'),
  '/production/curves/details/{curveId}/curve': () => import('./CurveView.tsx'),
} as const
