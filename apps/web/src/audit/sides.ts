import type { AuditDetails } from '@steading/contract/audit'

/** What was, and what became of it: of something new there is no before, of something that went no after. */
export const sidesOf = (changes: AuditDetails['changes']) =>
  (['old', 'new'] as const).filter(side => changes.some(change => (change[side] ?? null) !== null))
