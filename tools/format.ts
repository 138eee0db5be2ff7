import { spawnSync } from 'node:child_process'

process.exitCode = spawnSync('node_modules/.bin/oxfmt', process.argv.slice(2), { stdio: 'inherit' }).status ?? 1
