import type { RuleBody } from '@steading/contract/rules/body'
import type { Input } from '@steading/rules/inputs/input'
import type { RuleEffect } from '@steading/rules/effects'

/** What a host did with the engine, in its order: the whole history of a rule, as it was evaluated. */
export type Act =
  /** A state from the start; `over`: it takes over from the one before, which was evaluated until then. */
  | { readonly kind: 'begin'; readonly ts: number; readonly body: RuleBody; readonly over?: number }
  | { readonly kind: 'input'; readonly body: RuleBody; readonly input: Input }
  /** The host stopped: up to here its deadlines fired. */
  | { readonly kind: 'stop'; readonly ts: number }
  /** It goes on from what stood on its disk: the first `acts` of all, and time up to `at`. */
  | { readonly kind: 'stored'; readonly body: RuleBody; readonly acts: number; readonly at: number; readonly state: unknown }
  /** The rule is gone. */
  | { readonly kind: 'end'; readonly ts: number }

/** What a host was seen to do. */
export interface Seen {
  readonly acts: readonly Act[]
  readonly writes: readonly string[]
  readonly events: readonly string[]
  /** What it did that it must not, in words. */
  readonly wrong: readonly string[]
}

/** One line for an effect, the same for the same effect. */
export const lineOf = ({ ts, ...rest }: RuleEffect): string => `${ts} ${JSON.stringify(rest)}`
