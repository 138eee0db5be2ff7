import type { ClaimCode } from '@steading/contract/devices/terminals'
import type { z } from 'zod'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { Refused, VersionConflict } from '../platform/failures.ts'
import { lockTerminal, updateTerminal } from './terminals.sql.ts'
import { atVersion, freshUid, presentClaim } from './terminals.ts'
import type { Boxes } from './terminals.ts'

export interface SwapWish {
  readonly version: number
  /** Of a box that carries a label; made here otherwise. */
  readonly uid?: string | undefined
  readonly claimCode?: string | undefined
}

/**
 * Puts another box in the place of a terminal's: the terminal keeps all that it is to people, the old box loses its name,
 * credentials and session, the new one claims its place with the code that is told once.
 * @throws VersionConflict; Refused TERMINAL_ID_ALREADY_EXISTS; Failed for a malformed code
 */
export async function swapTerminal(
  work: UnitOfWork,
  boxes: Pick<Boxes, 'replaceBox' | 'openClaim'>,
  id: string,
  wish: SwapWish,
): Promise<z.infer<typeof ClaimCode>> {
  await lockTerminal(work, id)
  const row = await atVersion(work, id, wish.version)
  const uid = wish.uid ?? freshUid()
  // The box that stands there is no other one.
  if (uid === row.uid) throw new Refused('TERMINAL_ID_ALREADY_EXISTS')
  await boxes.replaceBox(work, row)
  const isWritten = await uidUnique(() => updateTerminal(work, { id, version: wish.version }, { uid, box: row.box + 1 }))
  if (!isWritten) throw new VersionConflict()
  const claim = await boxes.openClaim(work, id, wish.claimCode)
  await work.audit({
    action: 'UPDATE',
    objectType: 'terminal',
    objectId: id,
    objectName: row.displayName,
    entityId: row.entityId,
    changes: [
      { field: 'uid', old: row.uid, new: uid },
      { field: 'claim', old: null, new: 'open' },
    ],
  })
  return presentClaim(uid, claim)
}

/** Names of boxes in service are unique by index: also those of terminals that the caller does not see. */
async function uidUnique<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'terminals_uid_key')
      throw new Refused('TERMINAL_ID_ALREADY_EXISTS')
    throw error
  }
}
