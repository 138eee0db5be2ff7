import type { ChangedRule, NewRule as NewDraft, RuleDraft, RuleEvent, RuleInput } from '@steading/contract/rules/drafts'
import { canonical } from '@steading/contract/box/messages'
import { EventConfiguration } from '@steading/contract/rules/drafts'
import { RuleBody } from '@steading/contract/rules/body'
import type { Engine } from '@steading/contract/rules/ruleTemplates'
import type { TemplateDetails } from '@steading/contract/rules/templates'
import { isEntityInReach, mustBeActive } from '../../entities/index.ts'
import { copyName } from '../../platform/copyName.ts'
import { saveIfChanged } from '../../platform/database/save.ts'
import { orNotFound } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { fieldChanges, deleted } from '../../platform/database/fieldChanges.ts'
import { invalid, Refused, VersionConflict } from '../../platform/failures.ts'
import {
  assertChannelsHeld,
  assertContactsReachable,
  assertUsersVisible,
  assertChannelsPermitted,
  namedUsers,
} from '../../outbox/index.ts'
import { templateOfRule, usableTemplate } from '../../templates/index.ts'
import { assembleRule } from './assemble.ts'
import type { RuleContent } from './assemble.ts'
import { createRule } from './create.ts'
import { isPending } from '../deployment/deployment.ts'
import { fillInputs } from './fillTemplate.ts'
import { deploymentOf, eventOf, kindsFor, visible } from '../rules.ts'
import { lockNames, lockRule, namesAt, ruleById } from '../rules.sql.ts'
import type { RuleRow } from '../rules.sql.ts'
import { toTerminalTime, withSentPaths } from './schedules.ts'
import { auditSnapshot } from './auditSnapshot.ts'
import { connectRule, deleteRule, insertVersion, renameRule, updateRule, versionOf } from './authoring.sql.ts'

/** The content of a form as it is validated and stored. */
async function formContent(
  work: UnitOfWork,
  draft: Omit<RuleDraft, 'displayName' | 'showAllInterfaces' | 'templateId'>,
  template: TemplateDetails,
  before = {},
) {
  const { rootEntityId, sectorId, terminalId, autoClose, eventConfiguration, inputs } = draft
  const { id: engine, kind } = template.category
  // A global rule may span several boxes; every other rule belongs to one.
  if (engine === 'CLOUD_ALARM' && terminalId !== null) throw invalid('terminalId', 'leaveEmpty')
  if (engine !== 'CLOUD_ALARM' && terminalId === null) throw invalid('terminalId', 'required')
  if (kind === 'ALARM' && eventConfiguration === null) throw invalid('eventConfiguration', 'required')
  if (kind !== 'ALARM' && eventConfiguration !== null) throw invalid('eventConfiguration', 'leaveEmpty')
  return {
    entityId: rootEntityId,
    sectorId,
    terminalId,
    template: engine,
    autoClose,
    asked: template,
    inputs: fillInputs(template.inputs, await toTerminalTime(work, template, inputs, terminalId), before),
    event: eventConfiguration ?? undefined,
  } satisfies RuleContent
}

/** The template of a new rule, if the caller may create rules of its kind. */
async function templateAsked(work: UnitOfWork, { templateId, rootEntityId }: Pick<RuleDraft, 'templateId' | 'rootEntityId'>) {
  if (!(await isEntityInReach(work, rootEntityId))) throw invalid('rootEntityId', 'notFound')
  const template = await usableTemplate(work, templateId, rootEntityId)
  if (!template || !kindsFor(work.actor).includes(template.category.kind)) throw invalid('templateId', 'notFound')
  return template
}

/** The body of a form for a rehearsal; `id`: the rule that is being edited. */
export async function assembleDraft(
  work: UnitOfWork,
  draft: Parameters<typeof formContent>[1] & Pick<RuleDraft, 'templateId'>,
  id = '1',
) {
  const template = await templateAsked(work, draft)
  const content = await formContent(work, draft, template)
  const act = () => assembleRule(work, content, { id, version: 1, tried: true })
  return { ...(await withSentPaths(draft.inputs, content.inputs, act)), template }
}

const toldBy = (event: RuleEvent | null) => event?.actionConfigurations ?? []

async function mustHoldReceivers(work: UnitOfWork, event: RuleEvent | null, before: RuleEvent | null) {
  const field = 'eventConfiguration.actionConfigurations'
  await assertUsersVisible(work, toldBy(event), namedUsers(toldBy(before)), field)
  assertChannelsPermitted(work, toldBy(event), toldBy(before), field)
  assertContactsReachable(toldBy(event), toldBy(before), field)
}

/** @throws Failed with the fields that are wrong */
export async function addRule(work: UnitOfWork, draft: NewDraft): Promise<string> {
  const { displayName, templateId, showAllInterfaces } = draft
  const template = await templateAsked(work, draft)
  await mustBeActive(work, draft.sectorId, 'sectorId')
  await mustHoldReceivers(work, draft.eventConfiguration, null)
  const content = await formContent(work, draft, template)
  return withSentPaths(draft.inputs, content.inputs, () =>
    createRule(work, { ...content, displayName, templateId, showAllInterfaces }),
  )
}

/** A rule that the caller may change now. */
async function changeable(work: UnitOfWork, id: string): Promise<RuleRow> {
  const row = visible(work.actor, await lockRule(work, id))
  if (row.is_system) throw new Refused('CANNOT_CHANGE_A_SYSTEM_RULE')
  if (isPending(deploymentOf(row).status)) throw new Refused('CANNOT_CHANGE_A_PENDING_RULE')
  return row
}

/**
 * Saves the next version of a rule; the version in service runs on until the rule is deployed again.
 * @throws Failed, VersionConflict, Refused, NotFound
 */
export async function editRule(work: UnitOfWork, id: string, wish: ChangedRule): Promise<RuleRow> {
  const row = await changeable(work, id)
  if (row.version !== wish.version) throw new VersionConflict()
  const template = await templateOfRule(work, row.template_id, row.template as Engine) // safe: the engines' names
  if (wish.templateId !== template.id) throw invalid('templateId', 'unchangeable')
  const runs = row.desired || row.running_hash !== null
  // The new box would not know the rule, and the present one would run it for ever.
  if (runs && wish.terminalId !== row.terminal_id) throw invalid('terminalId', 'inService')
  if (runs && wish.rootEntityId !== row.entity_id) throw invalid('rootEntityId', 'inService')
  await mustHoldReceivers(work, wish.eventConfiguration, eventOf(row))
  const { displayName, showAllInterfaces, autoClose } = wish
  const content = await formContent(work, wish, template, inputsIn(row))
  return withSentPaths(wish.inputs, content.inputs, () =>
    saveVersion(work, row, { ...content, displayName, showAllInterfaces, autoClose }, null),
  )
}

/** Changes some inputs; the others stay. */
export async function editInputs(work: UnitOfWork, id: string, version: number, some: readonly RuleInput[]): Promise<RuleRow> {
  const row = await changeable(work, id)
  if (row.version !== version) throw new VersionConflict()
  const template = await templateOfRule(work, row.template_id, row.template as Engine) // safe: as above
  const before = inputsIn(row)
  const others = Object.entries(before)
    .map(([name, value]) => ({ id: name, value }))
    .filter(one => template.inputs.some(({ id: its }) => its === one.id) && !some.some(({ id: its }) => its === one.id))
  const content = await toTerminalTime(work, template, some, row.terminal_id)
  const inputs = fillInputs(template.inputs, [...others, ...content], before)
  return withSentPaths(some, inputs, () => saveVersion(work, row, { ...presentContent(row), inputs, asked: template }, null))
}

/** Restores an earlier version as a new one. */
export async function restoreVersion(work: UnitOfWork, id: string, version: number, ruleVersion: number): Promise<RuleRow> {
  const row = await changeable(work, id)
  if (row.version !== version) throw new VersionConflict()
  const earlier = orNotFound(await versionOf(work, id, ruleVersion))
  const was = { ...row, body: earlier.body, event: earlier.event, auto_close: earlier.autoClose }
  assertChannelsHeld(work, toldBy(eventOf(was)), toldBy(eventOf(row)), 'ruleVersion')
  return saveVersion(work, row, presentContent(was), ruleVersion)
}

/** Copies a rule; the copy is not deployed. */
export async function duplicateRule(work: UnitOfWork, id: string): Promise<string> {
  const row = visible(work.actor, await lockRule(work, id))
  // Copies at one entity are serialized, so that each gets a unique name.
  await lockNames(work, row.entity_id)
  await mustBeActive(work, row.sector_id ?? row.entity_id, 'ruleId')
  assertChannelsHeld(work, toldBy(eventOf(row)), [], 'ruleId')
  return createRule(work, {
    ...presentContent(row),
    displayName: copyName(row.display_name, await namesAt(work, row.entity_id)),
    templateId: row.template_id,
  })
}

export async function nameRule(work: UnitOfWork, id: string, version: number, displayName: string): Promise<RuleRow> {
  const row = visible(work.actor, await lockRule(work, id))
  if (row.is_system) throw new Refused('CANNOT_CHANGE_A_SYSTEM_RULE')
  const was = await auditSnapshot(work, row)
  return saveIfChanged(work, {
    before: row,
    read: async () => orNotFound(await ruleById(work, id)),
    write: async () => {
      if (!(await renameRule(work, id, version, displayName))) throw new VersionConflict()
    },
    audit: async after => tell(work, 'UPDATE', after, fieldChanges(was, await auditSnapshot(work, after))),
  })
}

/** @throws Refused while the rule runs, or may run */
export async function removeRule(work: UnitOfWork, id: string): Promise<RuleRow> {
  const row = visible(work.actor, await lockRule(work, id))
  if (row.is_system) throw new Refused('CANNOT_CHANGE_A_SYSTEM_RULE')
  const { status, desired: isDesired, runningHash } = deploymentOf(row)
  if (isDesired || runningHash !== null || isPending(status)) throw new Refused('CANNOT_DELETE_A_DEPLOYED_OR_PENDING_RULE')
  await deleteRule(work, id)
  await tell(work, 'DELETE', row, deleted(await auditSnapshot(work, row)))
  return row
}

type Next = RuleContent & { readonly displayName: string; readonly showAllInterfaces: boolean; readonly autoClose: boolean }

async function saveVersion(work: UnitOfWork, row: RuleRow, next: Next, returned: number | null): Promise<RuleRow> {
  const { id } = row
  const { body, event, named: interfaces } = await assembleRule(work, next, { id, version: row.body_version + 1 })
  const { displayName, entityId, sectorId = null, terminalId = null, autoClose, showAllInterfaces } = next
  const changes = { displayName, entityId, sectorId, terminalId, autoClose, showAllInterfaces, body, event }
  if (returned === null && contentOf(changes) === contentOf(changesIn(row))) return row
  const was = await auditSnapshot(work, row)
  if (!(await updateRule(work, row, changes))) throw new VersionConflict()
  await connectRule(work, body, interfaces)
  await insertVersion(work, id, returned)
  const after = orNotFound(await ruleById(work, id))
  await tell(work, 'UPDATE', after, fieldChanges(was, await auditSnapshot(work, after)))
  return after
}

type Content = Parameters<typeof updateRule>[2]

/** The content of a version without its number; a renewed offset table is a change that the box needs. */
function contentOf({ body, ...rest }: Content): string {
  const { version: _, ...content } = body
  return canonical({ ...rest, body: content })
}

const changesIn = (row: RuleRow): Content => ({
  displayName: row.display_name,
  entityId: row.entity_id,
  sectorId: row.sector_id,
  terminalId: row.terminal_id,
  autoClose: row.auto_close,
  showAllInterfaces: row.show_all_interfaces,
  body: bodyIn(row),
  event: row.event === null ? null : EventConfiguration.parse(row.event),
})

const bodyIn = (row: Pick<RuleRow, 'body'>) => RuleBody.parse(row.body)
const inputsIn = (row: Pick<RuleRow, 'body'>): Readonly<Record<string, unknown>> => ({ ...bodyIn(row).inputs })

/** The present content of a rule. */
const presentContent = (row: RuleRow): Next => ({
  displayName: row.display_name,
  entityId: row.entity_id,
  sectorId: row.sector_id,
  terminalId: row.terminal_id,
  template: bodyIn(row).template,
  inputs: inputsIn(row),
  event: eventOf(row) ?? undefined,
  autoClose: row.auto_close,
  showAllInterfaces: row.show_all_interfaces,
  timeZone: bodyIn(row).timeZone,
})

const tell = (work: UnitOfWork, action: 'UPDATE' | 'DELETE', row: RuleRow, changes: ReturnType<typeof fieldChanges>) =>
  work.audit({
    action,
    objectType: 'rule',
    objectId: row.id,
    objectName: row.display_name,
    entityId: row.entity_id,
    changes,
  })
