import { escalation } from '@steading/contract/events/escalation'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { editEscalation, escalationOf, recipientsOf } from './escalation.ts'

export const escalationSlice = ({ db }: World) =>
  slice(escalation, {
    of: ({ actor, params }) => db.work(actor, work => escalationOf(work, params.id)),
    recipients: ({ actor, params }) => db.work(actor, work => recipientsOf(work, params.id)),
    set: ({ actor, params, body: { version, ...settings } }) =>
      db.work(actor, work => editEscalation(work, params.id, settings, version)),
  })
