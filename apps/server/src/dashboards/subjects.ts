import { check } from '@steading/contract/http/problem'
import { definitionOf, versionOf, upgraded, WIDGETS } from '@steading/contract/widgets/widgets'
import type { WidgetTypeName } from '@steading/contract/widgets/widgets'
import { isAsked, namedSubjects, SUBJECT_KINDS, unknownMembers } from '@steading/contract/widgets/definition'
import type { Configs, Subjects } from '@steading/contract/widgets/definition'
import { fitsInterface } from '@steading/contract/widgets/fitsInterface'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { Failed, invalid } from '../platform/failures.ts'
import { fittedInterfaces, reachableSubjects, sensorRanges } from './widgets.sql.ts'
import type { StoredConfigs } from './widgets.sql.ts'

/** A configuration that may be stored, with the objects that it shows. */
export interface CheckedConfigs extends StoredConfigs {
  readonly subjects: Subjects
}

interface ShownWidget {
  readonly type: WidgetTypeName
  readonly configs: Configs
  readonly isBroken: boolean
}

/**
 * Parses a configuration by its type and finds its subjects. `stored`: the configuration before, whose subjects may be out of the
 * caller's reach, and whose members may be those of an older version.
 * @throws Failed for a field that does not hold or is unknown, or that names an object out of reach
 */
export async function checkConfigs(
  work: UnitOfWork,
  type: WidgetTypeName,
  configs: Configs,
  { at = 'configs', stored }: { readonly at?: string; readonly stored?: Configs | undefined } = {},
): Promise<CheckedConfigs> {
  const definition = definitionOf(type)
  const checked = check(WIDGETS[type].schema, configs)
  const unknown = unknownMembers(definition, configs).filter(name => !stored || !Object.hasOwn(stored, name))
  if (!checked.ok || unknown.length > 0)
    throw new Failed('INVALID_INPUT', [
      ...(checked.ok ? [] : checked.problems).map(problem => ({
        ...problem,
        field: [at, problem.field].filter(Boolean).join('.'),
      })),
      ...unknown.map(name => ({ field: `${at}.${name}`, code: 'unknownField' as const })),
    ])
  const parsed: Configs = checked.value
  const before = stored && subjectsOf(type, stored)
  const named = namedSubjects(definition, parsed)
  const subjects = subjectsOf(type, parsed)
  for (const kind of SUBJECT_KINDS) {
    const reachable = await reachableSubjects(work, kind, subjects[kind])
    const missing = named.find(
      subject => subject.kind === kind && !reachable.has(subject.id) && !before?.[kind].includes(subject.id),
    )
    if (missing) throw invalid(`${at}.${missing.field}`, 'notFound')
  }
  const fitted = await fittedInterfaces(work, subjects.interfaces)
  const misfit = named.find(({ kind, id, field }) => {
    const declared = definition.fields[field]
    const found = fitted.get(id)
    if (kind !== 'interfaces' || !found || !declared || !('fits' in declared) || before?.interfaces.includes(id)) return false
    return !fitsInterface(declared.fits, found)
  })
  if (misfit) throw invalid(`${at}.${misfit.field}`, 'id')
  const [crossed] = definition.problemsWithSensors?.(parsed, await sensorRanges(work, subjects.interfaces)) ?? []
  if (crossed) throw invalid(`${at}.${crossed[0]}`, crossed[1])
  return { configs: parsed, configVersion: versionOf(definition), subjects }
}

export function subjectsOf(type: WidgetTypeName, configs: Configs): Subjects {
  const named = namedSubjects(definitionOf(type), configs)
  const ids = (kind: keyof Subjects) => named.filter(subject => subject.kind === kind).map(({ id }) => id)
  return { interfaces: ids('interfaces'), entities: ids('entities'), batches: ids('batches'), ruleGroups: ids('ruleGroups') }
}

/** Whether a widget shows all that its reader sees: it may name entities, and names nothing. */
export const showsAll = ({ type, configs, isBroken }: ShownWidget): boolean => {
  const definition = definitionOf(type)
  const mayNameEntities = Object.values(definition.fields).some(
    field => (field.kind === 'entity' || field.kind === 'entities') && isAsked(field, configs),
  )
  // A widget of interfaces shows those that it names: there may be none.
  const isOfNamed = isBroken || definition.category === 'INTERFACES'
  return mayNameEntities && !isOfNamed && namedSubjects(definition, configs).length === 0
}

/** Stored configurations as the current version has them; what no longer parses is answered as it is, to be repaired. */
export const currentConfigs = (type: WidgetTypeName, { configs, configVersion }: StoredConfigs): Configs =>
  upgraded(definitionOf(type), configs, configVersion)
