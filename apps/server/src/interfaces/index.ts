export { dropDefaults } from './defaults.ts'
export { createInterface } from './interfaces.ts'
export type { InterfaceWish } from './interfaces.ts'
export { interfacesSlice } from './interfaces.routes.ts'
