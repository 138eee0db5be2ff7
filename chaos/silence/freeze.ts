import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Resolves once no file of this name lies in the folder FREEZE. */
export async function frozen(stage: string): Promise<void> {
  const file = join(process.env.FREEZE ?? '', stage)
  while (process.env.FREEZE && existsSync(file)) await pause(50)
}
