import { DisplayName } from '@steading/contract/http/fields'
import { KIND_OF } from '@steading/contract/rules/ruleTemplates'
import { bodyHash } from '../../devices/index.ts'
import { orNotFound } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { created } from '../../platform/database/fieldChanges.ts'
import { parseOrFail } from '../../platform/failures.ts'
import { assembleRule } from './assemble.ts'
import { applyRequest } from '../deployment/deployment.ts'
import { deploymentOf } from '../rules.ts'
import { desiredRevision, ruleById, setDeployment, setEnabled } from '../rules.sql.ts'
import { auditSnapshot } from './auditSnapshot.ts'
import { connectRule, insertRule, insertVersion, setBody } from './authoring.sql.ts'
import type { NewRule } from './newRule.ts'

/**
 * Validates and adds a rule.
 * @throws Failed with the invalid fields, NotFound for an entity or a box out of scope
 */
export async function createRule(work: UnitOfWork, rule: NewRule): Promise<string> {
  const displayName = parseOrFail(DisplayName, rule.displayName, 'displayName')
  const { entityId, template, deploy = false } = rule
  // The rule has no id before it is inserted.
  const { body: unnamed, event, named } = await assembleRule(work, rule, { id: '1', version: 1 })
  const id = await insertRule(work, { ...rule, displayName, kind: KIND_OF[template] })
  const body = { ...unnamed, id }
  await setBody(work, id, { body, event })
  await connectRule(work, body, named)
  await insertVersion(work, id, null)
  const row = orNotFound(await ruleById(work, id))
  await work.audit({
    action: 'CREATE',
    objectType: 'rule',
    objectId: id,
    objectName: displayName,
    entityId,
    changes: created(await auditSnapshot(work, row)),
  })
  if (!deploy) return id
  if (row.terminal_id === null) await setEnabled(work, row, true)
  else {
    // No push: the next revision that the box fetches contains the rule.
    const awaitedRev = await desiredRevision(work, row.terminal_id)
    const to = { ...applyRequest(deploymentOf(row), { hash: bodyHash(body) }, work.now), awaitedRev }
    await setDeployment(work, row, to, { wantedVersion: 1 })
  }
  return id
}
