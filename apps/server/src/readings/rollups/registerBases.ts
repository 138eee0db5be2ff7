import type { Bus } from '../../platform/bus.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { insertRegisterBases } from './registerBases.sql.ts'

declare module '../../platform/bus.ts' {
  interface Messages {
    /** The base of registers of a terminal changed; that is stored. */
    'registers.rebased': { readonly terminalId: string }
  }
}

/**
 * Records the bases of a terminal's registers. It belongs into the transaction of what changes them: whoever sees the change
 * also sees the new base, so no step is counted across it.
 */
export async function recordRegisterBases(work: UnitOfWork, bus: Bus, terminalId: string): Promise<void> {
  const isChanged = await work.withSystemScope(systemWork => insertRegisterBases(systemWork, terminalId))
  if (isChanged) work.afterCommit(() => bus.emit('registers.rebased', { terminalId }))
}
