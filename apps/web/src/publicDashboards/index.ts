// Public interface of the slice: a dashboard without a session.
const page = () => import('./PublicDashboard.tsx')

export const pages = {
  '/farmview/public-dashboard': page,
  '/public-dashboard': page,
} as const
