import { later } from '../ui/later/later.tsx'

// The door of the slice: the versions of a rule, and what a box has run.
export { Versions } from './Versions.tsx'
export const Runs = later<{ terminalId: string }>(() => import('./Runs.tsx'))
