export { demoPeople } from './farm.ts'
export { demoPassword } from './password.ts'
export { boxFolders, planFile, pointBoxes, stateFolder, writePlan } from './plan.ts'
export { demoEmail, demoRole, seedDemo } from './seed.ts'
