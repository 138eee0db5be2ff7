import { lazyComponent } from '../ui/lazy/lazyComponent.tsx'

// The door of the slice: the versions of a rule, and what a box has run.
export { Versions } from './Versions.tsx'
export const Runs = lazyComponent<{ terminalId: string }>(() => import('./Runs.tsx'))
