import { AuditDetails } from '@steading/contract/users/audit'
import type { Pool } from 'pg'
import { z } from 'zod'

const Trace = z.object({ objectType: z.string(), action: z.string(), changes: AuditDetails.shape.changes })

/**
 * Whatever a suite did, its trace can be opened, and whoever reads it is told what something was made with and what went.
 * @throws for the first entry that tells nothing
 */
export async function mustTell(owner: Pool) {
  const { rows } = await owner.query<z.input<typeof Trace>>(
    `select object_type as "objectType", action, changes from audit where result = 'OK' order by id`,
  )
  for (const row of rows) {
    const { objectType, action, changes } = Trace.parse(row)
    if ((action === 'CREATE' || action === 'DELETE') && changes.length === 0)
      throw new Error(`the trace of ${action} ${objectType} tells nothing`)
  }
}
