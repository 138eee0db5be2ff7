import { later } from '../ui/later/later.tsx'

// The door of the slice: what stands beside the form of a rule.
export const Rehearsal = later(() => import('./Rehearsal.tsx'))
export type { Adjustable, AdjustableGroup, Course, Moving, MovingIn } from './moving.ts'
