import { terminals } from '@steading/contract/devices/terminals'
import { isEntityInReach } from '../entities/index.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { NotFound, Refused } from '../platform/failures.ts'
import { slice } from '../platform/http/call.ts'
import { fetchPage } from '../platform/database/sql/page.ts'
import type { World } from '../platform/world.ts'
import { presentQuarantined, quarantinedOf } from '../readings/index.ts'
import { editTerminal, removeTerminal } from './change.ts'
import { swapTerminal } from './swap.ts'
import { searchTerminals, terminalById, terminalDetails, terminalsBelow } from './terminals.sql.ts'
import {
  createTerminal,
  endingRules,
  present,
  presentClaim,
  presentDetails,
  presentEnd,
  profiles,
  renameTerminal,
  retireTerminal,
} from './terminals.ts'
import type { Boxes } from './terminals.ts'

const quarantineColumns = { receivedUtc: 'quarantine.received_at' } as const

/** A terminal that is in service. */
const inService = async (work: UnitOfWork, id: string) => {
  const row = orNotFound(await terminalById(work, id))
  if (row.retiredAt) throw new NotFound()
  return row
}

export const terminalsSlice = ({ db, bus, texts }: World, boxes: Boxes) =>
  slice(terminals, {
    search: ({ actor, query }) =>
      db.work(actor, async work => {
        const connected = query.connected && query.connected === 'true'
        const page = await searchTerminals(work, query, { ...query, connected })
        return { ...page, content: page.content.map(present) }
      }),
    profiles: () => profiles(texts),
    atEntity: ({ actor, params }) =>
      db.work(actor, async work => {
        if (!(await isEntityInReach(work, params.id))) throw new NotFound()
        return (await terminalsBelow(work, params.id)).map(present)
      }),
    details: ({ actor, params }) =>
      db.work(actor, async work => presentDetails(orNotFound(await terminalDetails(work, params.id)))),
    create: ({ actor, body }) =>
      db.work(actor, async work => {
        const { id, claim } = await createTerminal(work, boxes, body)
        return { terminal: present(orNotFound(await terminalById(work, id))), claim }
      }),
    edit: ({ actor, params, body }) => db.work(actor, async work => present(await editTerminal(work, boxes, params.id, body))),
    remove: ({ actor, params }) =>
      db.work(actor, async work => {
        await removeTerminal(work, boxes, params.id)
        return {}
      }),
    swap: ({ actor, params, body }) =>
      db.work(actor, async work => {
        const claim = await swapTerminal(work, boxes, params.id, body)
        return { terminal: present(orNotFound(await terminalById(work, params.id))), claim }
      }),
    rename: ({ actor, params, body }) =>
      db.work(actor, async work => {
        await renameTerminal(work, params.id, body)
        return present(orNotFound(await terminalById(work, params.id)))
      }),
    claimCode: ({ actor, params }) =>
      db.work(actor, async work => {
        const row = await inService(work, params.id)
        const claim = await boxes.openClaim(work, row.id)
        await work.audit({
          action: 'UPDATE',
          objectType: 'terminal',
          objectId: row.id,
          objectName: row.displayName,
          entityId: row.entityId,
          changes: [{ field: 'claim', old: null, new: 'open' }],
        })
        return presentClaim(row.uid, claim)
      }),
    rotate: ({ actor, params }) =>
      db.work(actor, async work => {
        const row = await inService(work, params.id)
        if (row.provisionStatus === 'NOT_PROVISIONED') throw new Refused('TERMINAL_NOT_PROVISIONED')
        if (row.provisionStatus === 'UPDATING') throw new Refused('TERMINAL_UPDATING')
        if (!boxes.connected(row.id)) throw new Refused('TERMINAL_NOT_CONNECTED')
        await boxes.rotatePassword(work, row)
        return {}
      }),
    revoke: ({ actor, params }) =>
      db.work(actor, async work => {
        await boxes.revokeCredentials(work, await inService(work, params.id))
        return {}
      }),
    retire: ({ actor, params, body }) =>
      db.work(actor, async work => {
        const { id: terminalId, entityId } = await retireTerminal(work, boxes, { id: params.id, version: body.version })
        work.afterCommit(() => bus.emit('terminal.retired', { terminalId, entityId }))
        return {}
      }),
    ending: ({ actor, params }) => db.work(actor, async work => endingRules(work, (await inService(work, params.id)).id)),
    quarantine: ({ actor, params, query }) =>
      db.work(actor, async work => {
        const { id } = orNotFound(await terminalById(work, params.id))
        const t = texts[actor.language]
        return fetchPage(work, quarantinedOf(work, id), query, quarantineColumns, 'quarantine.id', row =>
          presentQuarantined(row, t),
        )
      }),
    checkConnection: ({ actor, params }) =>
      db.work(actor, async work => {
        const row = orNotFound(await terminalById(work, params.id))
        const { displayName, provisionStatus, lastCommunicationTimestampUtc } = present(row)
        const standing = { displayName, provisionStatus, lastCommunicationTimestampUtc, ...presentEnd(row) }
        return { ...standing, connected: boxes.connected(row.id) }
      }),
  })
