// The door of the slice: the proof of protection of an entity, as a tab of it.
export const protectionTab = () => import('./ProtectionTab.tsx')
