import { spawn } from 'node:child_process'
import type { ChildProcess, SpawnOptions } from 'node:child_process'
import { constants } from 'node:os'

/** How a program ended. */
export interface End {
  /** As a shell counts: 128 and the signal's number where one ended it. */
  readonly code: number
  /** In words: `killed by SIGKILL`, `exit code 3`. */
  readonly how: string
}

export interface Child {
  readonly name: string
  readonly process: ChildProcess
  /** It is gone, and all that it wrote was read. */
  readonly done: Promise<End>
}

const running: Child[] = []
let ending: Promise<void> | undefined

export const endOf = (code: number | null, signal: NodeJS.Signals | null): End =>
  signal
    ? { code: 128 + constants.signals[signal], how: `killed by ${signal}` }
    : { code: code ?? 1, how: `exit code ${code ?? 1}` }

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
  const done = new Promise<End>(resolve => {
    // Not at its exit: what it wrote last may still be on its way to us.
    child.on('close', (code, signal) => resolve(endOf(code, signal)))
    child.on('error', error => resolve({ code: 1, how: error.message }))
  })
  const made = { name, process: child, done }
  running.push(made)
  return made
}

/**
 * Waits for the first of these to end by itself, says in one line which it was and how it ended, and stops the others.
 * @returns an exit code that is not 0; or 0 when we were asked to end
 */
export async function untilOneEnds(...children: readonly Child[]): Promise<number> {
  const { name, end } = await Promise.race(children.map(async child => ({ name: child.name, end: await child.done })))
  if (ending) {
    await ending
    return 0
  }
  console.error(`The ${name} ended: ${end.how}.`)
  await stopAll()
  return end.code || 1
}

/** Stops every child, the last one first; who does not go within 20 s is killed. */
export const stopAll = (): Promise<void> => (ending ??= stopEach())

async function stopEach() {
  for (const { process: child, done } of running.toReversed()) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 20_000)
    await done
    clearTimeout(timer)
  }
}

/** Ctrl-C, a closed terminal or a polite kill stops all children, then does what is left to do, then ends us; twice: at once. */
export function stopOnSignals(last: () => Promise<void>) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      const code = signal === 'SIGINT' ? 130 : 0
      if (ending) process.exit(code)
      void stopAll()
        .then(last)
        .finally(() => process.exit(code))
    })
}

/** Whether we were asked to end, or are ending because one of them did. */
export const isEnding = () => ending !== undefined
