export { ledgerSlice } from './ledger.routes.ts'
