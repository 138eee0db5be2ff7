import { existsSync, readFileSync } from 'node:fs'

const PROCESSES = '/proc'

/** Whether a process runs. One that ended and whose parent has not asked for its exit code does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // safe: Node's own error, with a code
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  if (!existsSync(PROCESSES)) return true
  try {
    // The state follows the name of the program, which stands in parentheses.
    return !/\) Z [^)]*$/.test(readFileSync(`${PROCESSES}/${pid}/stat`, 'utf8'))
  } catch {
    // It ended a moment ago.
    return false
  }
}
