// npm run chaos: faults, each with mutants that must be noticed. See chaos/index.ts.
import '../chaos/index.ts'
