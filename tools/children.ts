import { spawn } from 'node:child_process'
import type { ChildProcess, SpawnOptions } from 'node:child_process'

export interface Child {
  readonly name: string
  readonly process: ChildProcess
  /** Ends with its exit code. */
  readonly done: Promise<number>
}

const running: Child[] = []
let ending = false

/**
 * Starts one of Steading's programs. Its channel to us tells it when we are gone, so that nothing lingers after a kill;
 * messages come as JSON objects.
 */
export function start(
  name: string,
  program: string,
  args: readonly string[],
  options: {
    env?: NodeJS.ProcessEnv
    stdio?: SpawnOptions['stdio']
    onMessage?: (message: Record<string, unknown>) => void
  } = {},
): Child {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...options.env },
    stdio: options.stdio ?? ['ignore', 'inherit', 'inherit', 'ipc'],
    // Ctrl-C reaches us alone: the children stop in our order.
    detached: process.platform !== 'win32',
  })
  if (options.onMessage) child.on('message', message => options.onMessage?.(message as Record<string, unknown>)) // safe: our programs send objects
  const done = new Promise<number>(resolve => {
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
    child.on('error', error => {
      console.error(`${name}: ${error.message}`)
      resolve(1)
    })
  })
  const made = { name, process: child, done }
  running.push(made)
  return made
}

/** Stops every child, the last one first; who does not go within 20 s is killed. */
export async function stopAll(): Promise<void> {
  if (ending) return
  ending = true
  for (const { process: child, done } of running.toReversed()) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 20_000)
    await done
    clearTimeout(timer)
  }
}

/** Ctrl-C, a closed terminal or a polite kill stops all children, then us. */
export function stopOnSignals() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      void stopAll().then(() => process.exit(signal === 'SIGINT' ? 130 : 0))
    })
}

export const isEnding = () => ending
