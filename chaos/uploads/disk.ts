import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const mount = (at: string, megabytes: number) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tmpfs', at], { stdio: 'ignore' }).status === 0
const unmount = (at: string) => spawnSync('umount', ['-l', at], { stdio: 'ignore' }).status === 0

let can: boolean | undefined
/** May a disk of a test's own be mounted here? */
export function canMount(): boolean {
  if (can !== undefined) return can
  const at = mkdtempSync(join(tmpdir(), 'steading-disk-'))
  can = process.getuid?.() === 0 && mount(at, 1)
  if (can) unmount(at)
  rmdirSync(at)
  return can
}

/** A disk of so many MB in this folder; answers how it is taken away. */
export function aSmallDisk(at: string, megabytes: number): () => void {
  mkdirSync(at)
  if (!mount(at, megabytes)) throw new Error(`no disk could be mounted in ${at}`)
  return () => void unmount(at)
}
