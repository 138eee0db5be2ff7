import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

test('who kills npm ends what it started: npm tells its shell alone', async () => {
  // As npm runs a command; what follows it keeps the shell from becoming the command.
  const shell = spawn('sh', ['-c', 'node tools/run.mjs tck --sensor t --http 0 --mqtt 0; true'], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(shell.stdout, 'data')
  const closed = once(shell.stdout.resume(), 'end')
  shell.kill('SIGTERM')
  // The pipe ends when the last who could write to it is gone.
  await expect(Promise.race([closed, new Promise(late => setTimeout(late, 60_000, 'goes on'))])).resolves.toEqual([])
})
