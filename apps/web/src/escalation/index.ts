// The door of the slice: who is told when nobody acts, as a tab of an entity.
export const escalationTab = () => import('./EscalationTab.tsx')
