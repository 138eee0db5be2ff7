// The door of the simulated barn.
export { barn } from './driver.ts'
export { writeHistory } from './history/history.ts'
export { planFrom, type Plan } from './history/plan.ts'
