import { outranks } from '@steading/rules/outputs/rank'
import type { Rank } from '@steading/rules/outputs/rank'
import { UNTIL_FREED } from '@steading/rules/values/time'

/** Who has an output, and until when (engine time; UNTIL_FREED: until it is given back). */
export interface Holder {
  readonly by: Rank
  readonly until: number
}

/** Decides between the rules of a box, and people, who want the same output. */
export interface Arbiter {
  /** From now on the rule has these outputs and no others. Answers those that it took or gave back. */
  claim(rule: string, rank: Rank, outputs: readonly string[]): readonly string[]
  /** A person has the output until then; an instant that is past: no more. */
  hold(output: string, until: number): void
  /** The strongest that has the output against this rank; null: nobody. */
  above(output: string, rank: Rank, now: number): Holder | null
  /** Whether the rule's write may pass: nobody stronger has the output, and no equal while the rule itself has not. */
  permits(rule: string, rank: Rank, output: string, now: number): boolean
}

export const createArbiter = (): Arbiter => {
  const claims = new Map<string, { readonly rank: Rank; readonly outputs: readonly string[] }>()
  const holds = new Map<string, number>()

  const claimants = (output: string) => [...claims].filter(([, { outputs }]) => outputs.includes(output))

  const above: Arbiter['above'] = (output, rank, now) => {
    const until = holds.get(output) ?? 0
    if (until <= now) holds.delete(output)
    const holders: Holder[] = claimants(output).map(([, claimant]) => ({ by: claimant.rank, until: UNTIL_FREED }))
    if (until > now) holders.push({ by: 'manual', until })
    let strongest: Holder | null = null
    for (const holder of holders) if (outranks(holder.by, strongest?.by ?? rank)) strongest = holder
    return strongest
  }

  return {
    claim: (rule, rank, outputs) => {
      const before = claims.get(rule)?.outputs ?? []
      if (outputs.length > 0) claims.set(rule, { rank, outputs })
      else claims.delete(rule)
      return [...outputs.filter(output => !before.includes(output)), ...before.filter(one => !outputs.includes(one))]
    },
    hold: (output, until) => void holds.set(output, until),
    above,
    permits: (rule, rank, output, now) => {
      if (above(output, rank, now) !== null) return false
      const equals = claimants(output).filter(([, claimant]) => claimant.rank === rank)
      return equals.length === 0 || equals.some(([id]) => id === rule)
    },
  }
}
