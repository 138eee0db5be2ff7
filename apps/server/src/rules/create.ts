import { DisplayName } from '@steading/contract/fields'
import { KIND_OF } from '@steading/contract/rule-templates'
import { bodyHash } from '../devices/index.ts'
import { found } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { made } from '../platform/differences.ts'
import { checked } from '../platform/failures.ts'
import { assemble } from './assemble.ts'
import type { Said } from './assemble.ts'
import { wish } from './deployment.ts'
import { deploymentOf } from './rules.ts'
import { desiredRevision, ruleById, setDeployment, setEnabled } from './rules.sql.ts'
import { told } from './trace.ts'
import { connectRule, insertRule, keepVersion, setBody } from './saving.sql.ts'

export interface NewRule extends Said {
  readonly displayName: string
  /** Left out: the product's own of the engine. */
  readonly templateId?: string | null
  readonly showAllInterfaces?: boolean
  readonly isSystem?: boolean
  /** Wanted in service from the first; the box hears of it with the next revision of its configuration. */
  readonly deploy?: boolean
}

/**
 * Adds a rule, checked.
 * @throws Failed with the fields that are wrong, NotFound for a place or a box out of reach
 */
export async function createRule(work: Work, rule: NewRule): Promise<string> {
  const displayName = checked(DisplayName, rule.displayName, 'displayName')
  const { entityId, template, deploy = false } = rule
  // Its own number it has once it is there.
  const { body: unnamed, event, named } = await assemble(work, rule, { id: '1', version: 1 })
  const id = await insertRule(work, { ...rule, displayName, kind: KIND_OF[template] })
  const body = { ...unnamed, id }
  await setBody(work, id, { body, event })
  await connectRule(work, body, named)
  await keepVersion(work, id, null)
  const row = found(await ruleById(work, id))
  await work.audit({
    ...{ action: 'CREATE', objectType: 'rule', objectId: id, objectName: displayName, entityId },
    changes: made(await told(work, row)),
  })
  if (!deploy) return id
  if (row.terminal_id === null) await setEnabled(work, row, true)
  else {
    // Nothing is sent now: the revision that the box has yet to fetch contains the rule.
    const awaitedRev = await desiredRevision(work, row.terminal_id)
    const to = { ...wish(deploymentOf(row), { hash: bodyHash(body) }, work.now), awaitedRev }
    await setDeployment(work, row, to, { wantedVersion: 1 })
  }
  return id
}
