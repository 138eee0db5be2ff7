import { spawn } from 'node:child_process'
import type { ChildProcess, SpawnOptions } from 'node:child_process'
import { constants } from 'node:os'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

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
/** The exit code, where one of them was given up. */
let lost = 0

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
    /** Takes each line that it writes; without it they go where ours go. */
    onLine?: ((line: string) => void) | undefined
  } = {},
): Child {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...options.env },
    stdio: options.stdio ?? (options.onLine ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'inherit', 'inherit', 'ipc']),
    // Ctrl-C reaches us alone: the children stop in our order.
    detached: process.platform !== 'win32',
  })
  if (options.onMessage) child.on('message', message => options.onMessage?.(message as Record<string, unknown>)) // safe: our programs send objects
  if (options.onLine)
    for (const input of [child.stdout, child.stderr]) if (input) createInterface({ input }).on('line', options.onLine)
  const done = new Promise<End>(resolve => {
    // Not at its exit: what it wrote last may still be on its way to us.
    child.on('close', (code, signal) => resolve(endOf(code, signal)))
    child.on('error', error => resolve({ code: 1, how: error.message }))
  })
  const made = { name, process: child, done }
  running.push(made)
  return made
}

/** With these exit codes our programs have said why, in a sentence: a setting that does not hold, a place that is taken. */
export const saidWhy = (code: number): boolean => code === 2 || code === 3

/** A program that ends so often within a minute does not come back by being started again. */
const TOO_OFTEN = 4
const MINUTE = 60_000

/** A program that runs, and how it is started again. */
export interface Kept {
  readonly child: Child
  readonly again: () => Child
  /** Whether it ever came up: one that did not is not started again. */
  readonly cameUp?: () => boolean
}

/**
 * Keeps these programs running until we are asked to end: one that ends by itself is named in one line and started again, a
 * little later each time; one that ends too often is given up, and the others are stopped.
 * @returns an exit code that is not 0; or 0 when we were asked to end
 */
export const keepRunning = (...programs: readonly Kept[]): Promise<number> => Promise.race(programs.map(keep))

async function keep({ child, again, cameUp = () => true }: Kept): Promise<number> {
  let ends: readonly number[] = []
  for (let current = child; ;) {
    const { how, code } = await current.done
    if (ending) break
    if (!cameUp()) return giveUp(`The ${current.name} did not start: ${how}.`, code)
    const now = performance.now()
    ends = [...ends.filter(at => now - at < MINUTE), now]
    if (ends.length >= TOO_OFTEN)
      return giveUp(
        `The ${current.name} ended ${ends.length} times within a minute, the last time: ${how}. Everything stops.`,
        code,
      )
    const wait = 2 ** (ends.length - 1)
    console.error(`The ${current.name} ended: ${how}. Starting again in ${wait} s.`)
    await pause(1000 * wait)
    if (ending) break
    const next = again()
    // They stop in the order in which they were first started.
    running.splice(running.indexOf(next), 1)
    running[running.indexOf(current)] = next
    current = next
  }
  await ending
  return lost
}

async function giveUp(why: string, code: number): Promise<number> {
  if (!saidWhy(code)) console.error(why)
  lost = code || 1
  await stopAll()
  return lost
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

/** The same wish may come twice, from whoever started us and from the terminal, ms. */
const ECHO = 1_000

/** Ctrl-C, a closed terminal or a polite kill stops all children, then does what is left to do, then ends us; once more: at once. */
export function stopOnSignals(last: () => Promise<void>) {
  let asked = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      const code = signal === 'SIGINT' ? 130 : 0
      if (ending) {
        if (performance.now() - asked > ECHO) process.exit(code)
        return
      }
      asked = performance.now()
      void stopAll()
        .then(last)
        .finally(() => process.exit(code))
    })
}

/** Whether we were asked to end, or are ending because one of them did. */
export const isEnding = () => ending !== undefined
