// npm run tck: examines a box by the assertions of docs/protocol.md.
import { badArgument, refuse } from './process/command.ts'

await import('../apps/smartbox/tck/main.ts').catch((error: unknown) => {
  const problem = badArgument(error)
  if (!problem) throw error
  refuse(`${problem}\nnpm run tck -- --help says what it takes`)
})
