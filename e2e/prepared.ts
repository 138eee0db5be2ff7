import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { clusterDir, runningCluster } from '../apps/server/src/platform/database/connection/embedded.ts'
import type { TestProject } from 'vitest/node'
import { aDataDir } from './stage.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The demo without a past, at rest: each suite runs on a copy. */
    prepared: { readonly dataDir: string; readonly password: string }
  }
}

/** Makes the demo farm once a run; its database lies still afterwards. */
export default async function setup(project: TestProject) {
  const dataDir = aDataDir()
  const env = { ...process.env, NODE_OPTIONS: '', DATA_DIR: dataDir, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn', DEMO: 'on' }
  const program = spawn(process.execPath, ['apps/server/src/app/demo.ts', '--days', '0'], {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let password: string | undefined
  program.on('message', ({ ready }: { ready?: { password: string } }) => (password = ready?.password ?? password))
  const [code] = (await once(program, 'exit')) as [number | null]
  if (password === undefined) throw new Error(`the demo could not be prepared (${code})`)
  await (await runningCluster({ dir: clusterDir(dataDir) }))?.stop()
  project.provide('prepared', { dataDir, password })
  return () => rmSync(dataDir, { recursive: true, force: true })
}
