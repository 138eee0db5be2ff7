import type { ChangedRule, RuleInput } from '@steading/contract/rule-drafts'
import { canonical } from '@steading/contract/box'
import { EventConfiguration } from '@steading/contract/rule-drafts'
import { RuleBody } from '@steading/contract/rulebody'
import type { RuleEvent, NewRule as NewDraft, RuleDraft } from '@steading/contract/rule-drafts'
import type { Engine } from '@steading/contract/rule-templates'
import type { TemplateDetails } from '@steading/contract/templates'
import { mustBeActive } from '../entities/index.ts'
import { isEntityInReach } from '../entities/index.ts'
import { save } from '../platform/database/save.ts'
import { found } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { differences, gone } from '../platform/differences.ts'
import { invalid, Refused, VersionConflict } from '../platform/failures.ts'
import { mustHoldChannels, mustReachContacts, mustSeeUsers, mustTellByRight, named } from '../outbox/index.ts'
import { templateOfRule, usableTemplate } from '../templates/index.ts'
import { assemble } from './assemble.ts'
import type { Said } from './assemble.ts'
import { createRule } from './create.ts'
import { isPending } from './deployment.ts'
import { filled } from './fill.ts'
import { deploymentOf, eventOf, kindsFor, visible } from './rules.ts'
import { holdNames, lockRule, namesAt, ruleById } from './rules.sql.ts'
import type { RuleRow } from './rules.sql.ts'
import { byTheBox, namedAsSent } from './schedules.ts'
import { told } from './trace.ts'
import { connectRule, deleteRule, keepVersion, renameRule, updateRule, versionOf } from './saving.sql.ts'

/** What a form says, as it is checked and kept. */
async function saidOf(
  work: Work,
  draft: Omit<RuleDraft, 'displayName' | 'showAllInterfaces' | 'templateId'>,
  template: TemplateDetails,
  before = {},
) {
  const { rootEntityId, sectorId, terminalId, autoClose, eventConfiguration, inputs } = draft
  const { id: engine, kind } = template.category
  // What runs in the cloud is over several boxes; everything else is in one.
  if (engine === 'CLOUD_ALARM' && terminalId !== null) throw invalid('terminalId', 'leaveEmpty')
  if (engine !== 'CLOUD_ALARM' && terminalId === null) throw invalid('terminalId', 'required')
  if (kind === 'ALARM' && eventConfiguration === null) throw invalid('eventConfiguration', 'required')
  if (kind !== 'ALARM' && eventConfiguration !== null) throw invalid('eventConfiguration', 'leaveEmpty')
  return {
    ...{ entityId: rootEntityId, sectorId, terminalId, template: engine, autoClose, asked: template },
    inputs: filled(template.inputs, await byTheBox(work, template, inputs, terminalId), before),
    event: eventConfiguration ?? undefined,
  } satisfies Said
}

/** The template that a new rule names, if the caller may make rules of its kind. */
async function templateAsked(work: Work, { templateId, rootEntityId }: Pick<RuleDraft, 'templateId' | 'rootEntityId'>) {
  if (!(await isEntityInReach(work, rootEntityId))) throw invalid('rootEntityId', 'notFound')
  const template = await usableTemplate(work, templateId, rootEntityId)
  if (!template || !kindsFor(work.actor).includes(template.category.kind)) throw invalid('templateId', 'notFound')
  return template
}

/** A body of what a form holds, for a try; `id` of the rule that is being changed. */
export async function assembleDraft(work: Work, draft: Parameters<typeof saidOf>[1] & Pick<RuleDraft, 'templateId'>, id = '1') {
  const template = await templateAsked(work, draft)
  const said = await saidOf(work, draft, template)
  const act = () => assemble(work, said, { id, version: 1, tried: true })
  return { ...(await namedAsSent(draft.inputs, said.inputs, act)), template }
}

const toldBy = (event: RuleEvent | null) => event?.actionConfigurations ?? []

async function mustHoldReceivers(work: Work, event: RuleEvent | null, before: RuleEvent | null) {
  const field = 'eventConfiguration.actionConfigurations'
  await mustSeeUsers(work, toldBy(event), named(toldBy(before)), field)
  mustTellByRight(work, toldBy(event), toldBy(before), field)
  mustReachContacts(toldBy(event), toldBy(before), field)
}

/** @throws Failed with the fields that are wrong */
export async function addRule(work: Work, draft: NewDraft): Promise<string> {
  const { displayName, templateId, showAllInterfaces } = draft
  const template = await templateAsked(work, draft)
  await mustBeActive(work, draft.sectorId, 'sectorId')
  await mustHoldReceivers(work, draft.eventConfiguration, null)
  const said = await saidOf(work, draft, template)
  return namedAsSent(draft.inputs, said.inputs, () => createRule(work, { ...said, displayName, templateId, showAllInterfaces }))
}

/** A rule that people may change now. */
async function changeable(work: Work, id: string): Promise<RuleRow> {
  const row = visible(work.actor, await lockRule(work, id))
  if (row.is_system) throw new Refused('CANNOT_CHANGE_A_SYSTEM_RULE')
  if (isPending(deploymentOf(row).status)) throw new Refused('CANNOT_CHANGE_A_PENDING_RULE')
  return row
}

/**
 * The next version of a rule; what is in service goes on as it is until it is deployed again.
 * @throws Failed, VersionConflict, Refused, NotFound
 */
export async function editRule(work: Work, id: string, wish: ChangedRule): Promise<RuleRow> {
  const row = await changeable(work, id)
  if (row.version !== wish.version) throw new VersionConflict()
  const template = await templateOfRule(work, row.template_id, row.template as Engine) // safe: the engines' names
  if (wish.templateId !== template.id) throw invalid('templateId', 'unchangeable')
  const runs = row.wanted || row.running_hash !== null
  // Another box would not know of it, and this one would run it for ever.
  if (runs && wish.terminalId !== row.terminal_id) throw invalid('terminalId', 'inService')
  if (runs && wish.rootEntityId !== row.entity_id) throw invalid('rootEntityId', 'inService')
  await mustHoldReceivers(work, wish.eventConfiguration, eventOf(row))
  const { displayName, showAllInterfaces, autoClose } = wish
  const said = await saidOf(work, wish, template, inputsIn(row))
  return namedAsSent(wish.inputs, said.inputs, () =>
    saveVersion(work, row, { ...said, displayName, showAllInterfaces, autoClose }, null),
  )
}

/** Some inputs alone; the others stay. */
export async function editInputs(work: Work, id: string, version: number, some: readonly RuleInput[]): Promise<RuleRow> {
  const row = await changeable(work, id)
  if (row.version !== version) throw new VersionConflict()
  const template = await templateOfRule(work, row.template_id, row.template as Engine) // safe: as above
  const before = inputsIn(row)
  const others = Object.entries(before)
    .map(([name, value]) => ({ id: name, value }))
    .filter(one => template.inputs.some(({ id: its }) => its === one.id) && !some.some(({ id: its }) => its === one.id))
  const said = await byTheBox(work, template, some, row.terminal_id)
  const inputs = filled(template.inputs, [...others, ...said], before)
  return namedAsSent(some, inputs, () => saveVersion(work, row, { ...asItIs(row), inputs, asked: template }, null))
}

/** What it was in an earlier version, as a new one. */
export async function returnTo(work: Work, id: string, version: number, ruleVersion: number): Promise<RuleRow> {
  const row = await changeable(work, id)
  if (row.version !== version) throw new VersionConflict()
  const earlier = found(await versionOf(work, id, ruleVersion))
  const was = { ...row, body: earlier.body, event: earlier.event, auto_close: earlier.autoClose }
  mustHoldChannels(work, toldBy(eventOf(was)), toldBy(eventOf(row)), 'ruleVersion')
  return saveVersion(work, row, asItIs(was), ruleVersion)
}

/** A copy, out of service. */
export async function duplicateRule(work: Work, id: string): Promise<string> {
  const row = visible(work.actor, await lockRule(work, id))
  // Copies at one place are made one after the other, so that each has a name of its own.
  await holdNames(work, row.entity_id)
  await mustBeActive(work, row.sector_id ?? row.entity_id, 'ruleId')
  mustHoldChannels(work, toldBy(eventOf(row)), [], 'ruleId')
  return createRule(work, {
    ...asItIs(row),
    displayName: copyName(row.display_name, await namesAt(work, row.entity_id)),
    templateId: row.template_id,
  })
}

const LONGEST_NAME = 50
/** The next number that no rule there has. */
const copyName = (name: string, taken: ReadonlySet<string>): string => {
  const [, base = name, n] = /^(.*?)(?: \((\d{1,3})\))?$/.exec(name) ?? []
  for (let next = Number(n ?? 1) + 1; ; next++) {
    const ending = ` (${next})`
    const copy = `${base.slice(0, LONGEST_NAME - ending.length).trimEnd()}${ending}`
    if (!taken.has(copy)) return copy
  }
}

export async function nameRule(work: Work, id: string, version: number, displayName: string): Promise<RuleRow> {
  const row = visible(work.actor, await lockRule(work, id))
  if (row.is_system) throw new Refused('CANNOT_CHANGE_A_SYSTEM_RULE')
  const was = await told(work, row)
  return save(work, {
    before: row,
    read: async () => found(await ruleById(work, id)),
    write: async () => {
      if (!(await renameRule(work, id, version, displayName))) throw new VersionConflict()
    },
    tell: async after => tell(work, 'UPDATE', after, differences(was, await told(work, after))),
  })
}

/** @throws Refused while it runs, or may run */
export async function removeRule(work: Work, id: string): Promise<RuleRow> {
  const row = visible(work.actor, await lockRule(work, id))
  if (row.is_system) throw new Refused('CANNOT_CHANGE_A_SYSTEM_RULE')
  const { status, wanted, runningHash } = deploymentOf(row)
  if (wanted || runningHash !== null || isPending(status)) throw new Refused('CANNOT_DELETE_A_DEPLOYED_OR_PENDING_RULE')
  await deleteRule(work, id)
  await tell(work, 'DELETE', row, gone(await told(work, row)))
  return row
}

type Next = Said & { readonly displayName: string; readonly showAllInterfaces: boolean; readonly autoClose: boolean }

async function saveVersion(work: Work, row: RuleRow, next: Next, returned: number | null): Promise<RuleRow> {
  const { id } = row
  const { body, event, named: interfaces } = await assemble(work, next, { id, version: row.body_version + 1 })
  const { displayName, entityId, sectorId = null, terminalId = null, autoClose, showAllInterfaces } = next
  const changes = { displayName, entityId, sectorId, terminalId, autoClose, showAllInterfaces, body, event }
  if (returned === null && contentOf(changes) === contentOf(changesIn(row))) return row
  const was = await told(work, row)
  if (!(await updateRule(work, row, changes))) throw new VersionConflict()
  await connectRule(work, body, interfaces)
  await keepVersion(work, id, returned)
  const after = found(await ruleById(work, id))
  await tell(work, 'UPDATE', after, differences(was, await told(work, after)))
  return after
}

type Content = Parameters<typeof updateRule>[2]

/** What a version says, its number aside; a renewed table of its clock is a change that its box needs. */
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

/** What is said of it now. */
const asItIs = (row: RuleRow): Next => ({
  ...{ displayName: row.display_name, entityId: row.entity_id, sectorId: row.sector_id, terminalId: row.terminal_id },
  ...{ template: bodyIn(row).template, inputs: inputsIn(row), event: eventOf(row) ?? undefined },
  ...{ autoClose: row.auto_close, showAllInterfaces: row.show_all_interfaces, timeZone: bodyIn(row).timeZone },
})

const tell = (work: Work, action: 'UPDATE' | 'DELETE', row: RuleRow, changes: ReturnType<typeof differences>) =>
  work.audit({
    ...{ action, objectType: 'rule', objectId: row.id, objectName: row.display_name, entityId: row.entity_id },
    changes,
  })
