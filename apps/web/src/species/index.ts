// The door of the slice: names of species and the field that chooses one.
export { SpeciesField } from './SpeciesField.tsx'
export { speciesOptions } from './species.ts'
