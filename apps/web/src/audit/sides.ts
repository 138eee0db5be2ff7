import type { AuditDetails } from '@steading/contract/users/audit'

/** What was, and what became of it: of something new there is no before, of something that went no after. */
export function sidesOf({ action, changes }: Pick<AuditDetails, 'action' | 'changes'>): readonly ('old' | 'new')[] {
  const sides = (['old', 'new'] as const).filter(side => changes.some(change => (change[side] ?? null) !== null))
  // What was taken away of something that is still there is nothing now, and says so.
  return action !== 'DELETE' && sides[0] === 'old' ? ['old', 'new'] : sides
}
