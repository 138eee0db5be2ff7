export { tagsSlice } from './tags.routes.ts'
