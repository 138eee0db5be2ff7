// npm run dev: the demo with screens that reload on a change (http://127.0.0.1:5173) and a server that restarts on one.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { start, stopAll } from './process/children.ts'
import { noArguments } from './process/command.ts'

noArguments('usage: npm run dev   (settings come from the environment, README.md names them)')
const WATCHED = ['apps/server/src', 'apps/smartbox/src', 'packages/contract/src', 'packages/rules/src', 'packages/locales/src']
const run = () => start('demo', 'tools/start.ts', [])

const screens = spawn('node_modules/.bin/vite', ['apps/web', '--host', '127.0.0.1'], { stdio: 'inherit' })
let demo = run()
let stopping = false
let changed: NodeJS.Timeout | undefined
for (const folder of WATCHED)
  watch(folder, { recursive: true }, (_, file) => {
    if (!file || /\.test\.tsx?$/.test(file)) return
    clearTimeout(changed)
    changed = setTimeout(() => void restart(file), 400)
  })

async function restart(file: string) {
  if (stopping) return
  console.log(`${file} changed: starting anew`)
  demo.process.kill('SIGTERM')
  await demo.done
  demo = run()
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stopping = true
    screens.kill()
    void stopAll().then(() => process.exit(0))
  })
