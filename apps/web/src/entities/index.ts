// The door of the slice: what others need to name entities.
export { useEntityChoices } from './entities.queries.ts'
