// The door of the slice: daily and weekly summaries by e-mail.
export { createSummaries } from './summaries.ts'
