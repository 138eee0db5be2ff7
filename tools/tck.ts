// npm run tck: examines a box by the assertions of docs/protocol.md.
import '../apps/smartbox/tck/main.ts'
