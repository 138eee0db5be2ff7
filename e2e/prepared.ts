import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { prepareDemo } from './demo.ts'
import type { Preparation } from './demo.ts'
import { clusterDir, runningCluster } from '../apps/server/src/platform/database/connection/embedded.ts'
import { aDataDir, STAGE_PREFIX } from './stage.ts'

declare module 'vitest' {
  interface ProvidedContext {
    prepared: Preparation
  }
}

/** Begins to make the demo, once a run: the tests before those of the browser need not wait for it. */
export default function setup(project: TestProject) {
  const dataDir = aDataDir()
  const preparation = { dataDir, outcome: `${dataDir}.json` }
  const done = prepareDemo(preparation)
  project.provide('prepared', preparation)
  return async () => {
    await done
    await awaitStagesEnd()
    rmSync(preparation.outcome, { force: true })
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Longest wait, ms, for the database of a stage whose process has ended. */
const END_WITHIN = 10_000

/** Awaits the end of stages that ended with their processes: their files are removed afterwards. */
async function awaitStagesEnd() {
  const entries = readdirSync(tmpdir(), { withFileTypes: true })
  const folders = entries.filter(entry => entry.isDirectory() && entry.name.startsWith(STAGE_PREFIX)).map(({ name }) => name)
  for (const folder of folders)
    for (const end = performance.now() + END_WITHIN; performance.now() < end; await pause(100))
      if (!(await runningCluster({ dir: clusterDir(join(tmpdir(), folder)) }))) break
}
