import { createHash } from 'node:crypto'
import type { RuleTemplate } from '@steading/contract/rules/body'
import type { RuleEffect } from '@steading/rules/effects'
import { onBox } from './box.ts'
import { inCloud, isTold } from './cloud.ts'
import { judge } from './oracle/index.ts'
import { difference, linesOf, rehearse } from './rehearsal.ts'
import { worldOf } from './world.ts'

export interface Played {
  readonly seed: number
  readonly template: RuleTemplate
  readonly acts: number
  readonly effects: number
  readonly hash: string
  /** Breaches, each beginning with the invariant. */
  readonly wrong: readonly string[]
}

/** By output and instant the last write: of several at once it is enough, in whatever order the outputs get theirs. */
const lastOf = (lines: readonly string[]): readonly string[] =>
  [...new Map(lines.map(line => [/^\d+|"interfaceId":"\d+"/g[Symbol.match](line)?.join(' '), line])).values()].toSorted()

/** One seed in all hosts, which must agree, and held against the invariants. */
export function play(seed: number, days: number): Played {
  const world = worldOf(seed, days)
  const box = onBox(world)
  const cloud = inCloud(world, box.journal)
  const local = rehearse(box.acts)
  const global = rehearse(cloud.acts)
  const wrong: string[] = [...box.wrong, ...cloud.wrong, ...local.wrong, ...global.wrong]
  const compare = (name: string, a: readonly string[], b: readonly string[]) => {
    const found = difference(name, a, b)
    if (found !== null) wrong.push(found)
  }
  const isPermitted = (effect: RuleEffect) => effect.kind !== 'ACTUATE' || !box.barred.has(`${effect.ts} ${effect.interfaceId}`)
  compare('hosts: events on the box and rehearsed', box.events, linesOf(local.effects, isTold))
  compare('hosts: writes of the box and rehearsed', lastOf(box.writes), lastOf(linesOf(local.writes, isPermitted)))
  compare('hosts: events in the cloud and rehearsed', cloud.events, linesOf(global.effects, isTold))
  if (world.calm)
    compare(
      'hosts: the box and the cloud',
      linesOf(local.effects, effect => effect.ts < world.until),
      linesOf(global.effects, effect => effect.ts < world.until),
    )
  const lines = linesOf(local.effects)
  const others = linesOf(global.effects)
  if (seed % 2 === 0) compare('I7 through JSON', lines, linesOf(rehearse(box.acts, { jsonEvery: 7 }).effects))
  else {
    const shown = rehearse(cloud.acts, { late: cloud.late })
    wrong.push(...shown.wrong)
    compare('I6 with late readings and without', others, linesOf(shown.effects))
  }
  wrong.push(...judge(local.log).map(what => `${what} (box)`))
  // Where they say the same it is judged once.
  if (!world.calm) wrong.push(...judge(global.log).map(what => `${what} (cloud)`))
  const hash = createHash('sha1')
  for (const line of [...lines, ...others]) hash.update(line)
  const first = world.happenings.find(happening => happening.kind === 'deploy')
  return {
    seed,
    template: first!.body.template,
    acts: box.acts.length + cloud.acts.length,
    effects: lines.length + global.effects.length,
    hash: hash.digest('hex'),
    wrong,
  }
}
