import { spawn } from 'node:child_process'
import { MOSQUITTO } from '../apps/server/test/mosquitto.ts'
import { canMount } from './uploads/disk.ts'
import { isOut, nameOf } from './scenario.ts'
import type { Extent, Figure, Play, Scenario } from './scenario.ts'

export interface Outcome {
  readonly scenario: string
  readonly play: string
  readonly seed: number
  /**
   * holds, caught: as it must be. unjudged: its guarantees hold, its seconds were too many on a machine that is busy with other
   * things. breach, void, missed, failed, absent (a program that it needs is not there): not as it must be.
   */
  readonly verdict: 'holds' | 'caught' | 'unjudged' | 'breach' | 'void' | 'missed' | 'failed' | 'absent'
  readonly why: string
  readonly seconds: number
  readonly figures: readonly Figure[]
}

export interface PlayOptions {
  readonly clusterDir: string
  readonly extent: Extent
  readonly seed: number
  /** Is this machine quiet enough to judge seconds? Asked when a play has ended. */
  readonly judgesTime: () => boolean
}

export const isRight = ({ verdict }: Outcome): boolean => verdict === 'holds' || verdict === 'caught'

/** Why a play cannot be played on this machine. */
export const lacks = ({ needs }: Play): string | undefined =>
  needs === 'mosquitto' && MOSQUITTO === undefined
    ? 'mosquitto is not installed: apt-get install mosquitto'
    : needs === 'a small disk' && !canMount()
      ? 'a small disk can be mounted by root alone, and not in every container'
      : undefined

/** Plays a scenario in a process of its own, so that its mutant breaks nothing but itself. */
export async function play(
  scenario: Scenario,
  one: Play,
  { clusterDir, extent, seed, judgesTime }: PlayOptions,
): Promise<Outcome> {
  const began = performance.now()
  let figures: readonly Figure[] | undefined
  const outcome = (verdict: Outcome['verdict'], why: string): Outcome => ({
    scenario: scenario.id,
    play: nameOf(one),
    seed,
    verdict,
    why,
    seconds: Math.round(performance.now() - began) / 1000,
    figures: figures ?? [],
  })
  const lacking = lacks(one)
  if (lacking) return outcome('absent', lacking)
  const order = JSON.stringify({ id: scenario.id, clusterDir, extent, play: one, seed })
  const child = spawn(process.execPath, ['--import', './chaos/mutate.ts', 'chaos/run.ts', order], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      MUTANT: one.mutant ?? '',
      FAIL: [scenario.takes, one.fail].filter(Boolean).join(','),
    },
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    // As JSON what never ended would come as null, and within any bound.
    serialization: 'advanced',
  })
  let errors = ''
  child.on('message', (message: { figures?: readonly Figure[] }) => (figures = message.figures ?? figures))
  child.stderr?.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-8_000)))
  const code = await new Promise<number | null>(done => child.once('exit', done))
  if (!figures || code !== 0) return outcome('failed', errors || `ended with ${code}`)
  const judged = judge(one, figures, extent, judgesTime, outcome)
  // What it noticed of what broke.
  return judged.verdict === 'breach' && errors ? { ...judged, why: `${judged.why}\n${errors}` } : judged
}

function judge(
  { breaks, beyond }: Play,
  figures: readonly Figure[],
  extent: Extent,
  judgesTime: () => boolean,
  outcome: (verdict: Outcome['verdict'], why: string) => Outcome,
): Outcome {
  const out = figures.filter(isOut)
  const lacking = out.find(({ about }) => about === 'fault')
  if (lacking) return outcome('void', figureText(lacking))
  if (breaks !== undefined) {
    const broken = figures.find(({ name }) => name === breaks)
    if (!broken) throw new Error(`no figure «${breaks}»`)
    return isOut(broken) && broken.value > (beyond?.[extent] ?? -Infinity)
      ? outcome('caught', figureText(broken))
      : outcome('missed', figureText(broken))
  }
  const broken = out.find(({ about }) => about === 'guarantee')
  if (broken) return outcome('breach', figureText(broken))
  const slow = out.find(({ about }) => about === 'time')
  if (!slow) return outcome('holds', '')
  return outcome(judgesTime() ? 'breach' : 'unjudged', figureText(slow))
}

const figureText = ({ name, value, least, most }: Figure) =>
  `${name}: ${value}${least === undefined ? '' : `, at least ${least}`}${most === undefined ? '' : `, at most ${most}`}`
