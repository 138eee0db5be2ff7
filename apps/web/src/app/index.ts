// The door of the app for its slices: where a page is.
export { to } from './paths.ts'
