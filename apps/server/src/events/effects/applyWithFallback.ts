import { tryInSavepoint } from '../../platform/database/savepoint.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { World } from '../../platform/world.ts'
import type { Apply, PendingEffect } from './apply.ts'
import type { EventRule } from '../rules.sql.ts'
import type { ReportedEffect } from './readEffect.ts'

/** Effects of one rule, in order. */
export interface RuleEffects {
  readonly rule: EventRule
  readonly effects: readonly PendingEffect[]
}

/** Applies the effects of several rules: rules concurrently, effects of one rule in order. */
export type ApplyAll = (work: UnitOfWork, all: readonly RuleEffects[]) => Promise<void>

/** Handles an effect that cannot be applied. */
type Discard = (rule: EventRule, effect: ReportedEffect, error: unknown) => Promise<unknown>

/** Rules applied concurrently. */
const CONCURRENCY = 40

/**
 * Applies the effects of rules concurrently in a savepoint. If that fails, each rule is retried alone, then each effect alone; an
 * effect that still fails is logged, passed to `discard` and skipped, so that it blocks no other.
 */
export function createApplyWithFallback(
  { log }: Pick<World, 'log'>,
  apply: Apply,
  discard: Discard = async () => undefined,
): ApplyAll {
  const applyTogether: ApplyAll = (work, all) =>
    tryInSavepoint(
      work,
      async () => {
        const sequential = all.filter(isSequential)
        const concurrent = all.filter(done => !isSequential(done))
        await runAllThenThrow(concurrent, ({ rule, effects }) => apply(work, rule, effects))
        for (const { rule, effects } of sequential) await apply(work, rule, effects)
      },
      async error => {
        const parts = split(all)
        if (parts.length > 0) log.warn({ err: error, rules: all.length }, 'rule effects failed together, retrying each alone')
        if (parts.length > 0) for (const part of parts) await applyTogether(work, part)
        else
          for (const { rule, effects } of all) {
            log.error({ err: error, rule: rule.id, effect: effects[0]?.effect.key }, 'rule effect not applied, discarded')
            for (const { effect } of effects) await discard(rule, effect, error)
          }
      },
    )
  return async (work, all) => {
    for (let from = 0; from < all.length; from += CONCURRENCY) await applyTogether(work, all.slice(from, from + CONCURRENCY))
  }
}

/** FAULT effects of several rules share one event per sensor: apply them one after another. */
const isSequential = ({ effects }: RuleEffects) => effects.some(({ effect }) => effect.kind === 'FAULT')

/** Waits for all. @throws the first error: the later ones only follow from the aborted transaction */
async function runAllThenThrow<Item>(all: readonly Item[], act: (one: Item) => Promise<void>): Promise<void> {
  const errors: unknown[] = []
  await Promise.all(all.map(one => act(one).catch((error: unknown) => void errors.push(error))))
  if (errors.length > 0) throw errors[0]
}

/** Parts to retry separately; empty for a single effect. */
const split = (all: readonly RuleEffects[]): readonly (readonly RuleEffects[])[] => {
  if (all.length > 1) return all.map(done => [done])
  const [{ rule, effects }] = all as [RuleEffects]
  return effects.length > 1 ? effects.map(effect => [{ rule, effects: [effect] }]) : []
}
