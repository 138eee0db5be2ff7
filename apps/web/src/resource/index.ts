// The door of the slice: pages of reference books that are declared by their fields.
export { choice, flag, longText, species, text, translations, wholeNumber } from './fields.tsx'
export { entryQuery } from './queries.ts'
export { field, resource } from './resource.tsx'
export type { Entry, InputForm, InputProps, Resource, ResourceField, Values } from './resource.tsx'
export { detailsPath } from './paths.ts'
export { ResourceCreate } from './ResourceCreate.tsx'
export { ResourceDetails, ResourceEdit } from './ResourceDetails.tsx'
export { ResourceList } from './ResourceList.tsx'
