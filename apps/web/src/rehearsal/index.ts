import { lazyComponent } from '../ui/lazy/lazyComponent.tsx'

// The door of the slice: what stands beside the form of a rule.
export const Rehearsal = lazyComponent(() => import('./Rehearsal.tsx'))
export type { Adjustable, AdjustableGroup, Course, Moving, MovingIn } from './chart/adjustables.ts'
