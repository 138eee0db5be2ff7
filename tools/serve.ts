// npm run serve: the server without the demo. The first start prints a one-time set-up code.
import { noArguments } from './process/command.ts'
import { checked } from './process/database.ts'
import { keepRunning, start, stopOnSignals } from './process/children.ts'
import { withPorts } from './process/ports.ts'
import { buildWeb } from './web/web.ts'

noArguments('usage: npm run serve   (settings come from the environment, README.md names them)')
const env = await withPorts({ ...process.env, DEMO: 'off' })
const { sweep } = await checked(env)
stopOnSignals(sweep)
buildWeb()
let isUp = false
const serve = () =>
  start('server', 'apps/server/src/app/main.ts', [], {
    env,
    onMessage: message => {
      if (typeof message.progress === 'string') console.log(message.progress)
      if (typeof message.ready !== 'string') return
      isUp = true
      console.log(`Steading is at ${message.ready}`)
      if (typeof message.setupCode === 'string')
        console.log(
          `First start: open ${message.ready}/setup and enter the set-up code ${message.setupCode} (valid for 30 minutes).`,
        )
    },
  })
process.exitCode = await keepRunning({ child: serve(), again: serve, cameUp: () => isUp })
await sweep()
