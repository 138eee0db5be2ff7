// npm run sim: the rule engine in random weeks. See sim/index.ts.
import '../sim/index.ts'
