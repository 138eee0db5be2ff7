import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { clusterDir, runningCluster } from '../apps/server/src/platform/database/connection/embedded.ts'
import { PATIENCE } from '../tools/testing/patience.ts'

/** The demo without a past, at rest: each suite runs on a copy. */
export interface Prepared {
  readonly dataDir: string
  readonly password: string
}

/** The folder of a demo that is being made. The file `outcome` is there when it is complete or has failed. */
export type Preparation = Pick<Prepared, 'dataDir'> & { readonly outcome: string }

/** Makes the demo farm beside the tests; its database lies still afterwards. */
export async function prepareDemo({ dataDir, outcome }: Preparation): Promise<void> {
  const writeOutcome = (result: { readonly password: string } | { readonly failure: string }) => {
    writeFileSync(`${outcome}.part`, JSON.stringify(result))
    renameSync(`${outcome}.part`, outcome)
  }
  try {
    const env = { ...process.env, NODE_OPTIONS: '', DATA_DIR: dataDir, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn', DEMO: 'on' }
    const program = spawn(process.execPath, ['apps/server/src/app/demo.ts', '--days', '0'], {
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    let password: string | undefined
    program.on('message', ({ ready }: { ready?: { password: string } }) => (password = ready?.password ?? password))
    const [code] = (await once(program, 'exit')) as [number | null]
    await (await runningCluster({ dir: clusterDir(dataDir) }))?.stop()
    writeOutcome(password === undefined ? { failure: `the demo could not be prepared (${code})` } : { password })
  } catch (error) {
    writeOutcome({ failure: error instanceof Error ? error.message : String(error) })
  }
}

/** Awaits the demo. @throws Error where it could not be prepared */
export async function awaitDemo({ dataDir, outcome }: Preparation): Promise<Prepared> {
  for (const end = performance.now() + PATIENCE.test; !existsSync(outcome);) {
    if (performance.now() > end) throw new Error('the demo is not prepared')
    await pause(200)
  }
  const result = JSON.parse(readFileSync(outcome, 'utf8')) as { readonly password?: string; readonly failure?: string }
  if (result.password === undefined) throw new Error(result.failure)
  return { dataDir, password: result.password }
}
