/** Whether a process runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // safe: Node's own error, with a code
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
