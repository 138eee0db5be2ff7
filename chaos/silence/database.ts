import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Stage } from '../stage/stage.ts'

/** Every process of the database, held still and let go: nothing breaks, nothing answers. */
export async function theDatabase(stage: Stage) {
  const [row] = await stage.rows<{ dir: string }>(`select current_setting('data_directory') as dir`)
  const main = Number(readFileSync(join(row!.dir, 'postmaster.pid'), 'utf8').split('\n')[0])
  const all = () => [main, ...childrenOf(main)]
  let frozenPids: number[] = []
  return {
    freeze() {
      frozenPids = all()
      for (const pid of frozenPids) process.kill(pid, 'SIGSTOP')
    },
    thaw() {
      for (const pid of frozenPids.splice(0)) process.kill(pid, 'SIGCONT')
    },
  }
}

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => parentOf(pid) === parent)

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined // it has ended meanwhile
  }
}
