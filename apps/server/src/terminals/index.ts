export { insertOwnTerminal } from './ours.sql.ts'
export { terminalsSlice } from './terminals.routes.ts'
export { createTerminal, setProvisionStatus } from './terminals.ts'
export type { Boxes, TerminalName, TerminalWish } from './terminals.ts'
