import type { Engine } from '@steading/contract/rule-templates'
import type { RuleDetails, RuleKind } from '@steading/contract/rules'
import { engineWords } from '@steading/locales/templates'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { PlaceSelect } from '../../entities/index.ts'
import { useMay } from '../../platform/session.ts'
import { useText } from '../../platform/texts.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { SwitchField } from '../../ui/form/SwitchField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { wrongWith } from '../../ui/form/wrongWith.ts'
import { confirm } from '../../ui/overlay/dialogs.ts'
import { batchDayOf, firstDay } from '../batchDay.ts'
import { boxNamed, boxesOffered } from './boxes.ts'
import { housesOffered } from './houses.ts'
import { TemplateInfo } from './TemplateInfo.tsx'
import { openBatchQuery, sectorsQuery, templateQuery, templatesQuery, terminalsQuery } from './choices.queries.ts'
import { type Entered, atEntity, isGlobal, ofCategory, onceFetched, withFirstDay } from './entered.ts'
import type { Filling } from './RuleTabs.tsx'
import { templateTitle } from './templateWords.ts'
import { queryClient } from '../../platform/queries.ts'

/** Where rules may stand: a farm, or what holds several. */
const places = ['FARM', 'ENTERPRISE', 'GROUP', 'PARTNER', 'ROOT'] as const
const none: readonly never[] = []

/** What every rule has: its name, where it stands, what it is made of, and which box runs it. */
export function BasicEntries({
  of,
  kind,
  rule,
  today,
  timeZone,
  errors,
  put,
  set,
}: {
  of: Entered
  kind: RuleKind
  /** The rule that is changed; a new one has none. */
  rule: RuleDetails | undefined
  today: string
  timeZone: string
  errors: Readonly<Record<string, unknown>>
  /** Everything anew, or as it is by then. */
  put: Filling['put']
  set: (change: Partial<Entered>) => void
}) {
  const t = useText()
  const wrong = (field: keyof Entered) => wrongWith(errors, field)
  const { rootEntityId, category, templateId, terminalId, showAllInterfaces } = of
  const isHeld = rule !== undefined && rule.deploymentStatus !== 'UNDEPLOYED' && rule.deploymentStatus !== 'ERROR'
  const held = isHeld ? t('rule.fixedInService') : undefined
  const at = rootEntityId ?? ''
  const { data: sectors = none } = useQuery({ ...sectorsQuery(at), enabled: rootEntityId !== null })
  const { data: templates = none, isFetched } = useQuery({ ...templatesQuery(at), enabled: rootEntityId !== null })
  const { data: terminals = none } = useQuery({
    ...terminalsQuery(at),
    enabled: rootEntityId !== null,
    placeholderData: keepPreviousData,
  })
  const ofKind = templates.filter(one => one.category.kind === kind)
  const categories = [...new Map(ofKind.map(one => [one.category.id, one.category])).values()].toSorted(
    (a, b) => a.order - b.order,
  )
  const ofIt = ofKind.filter(one => one.category.id === category)
  const template = templates.find(one => one.id === templateId)
  const profiles: readonly string[] = template?.profiles ?? []
  const runs = terminals.filter(one => profiles.length === 0 || profiles.includes(one.profile))
  const box = rule?.terminal

  const may = useMay()
  /** Where the batch cannot be asked for, a new cycle begins as it does without one: the day can be changed. */
  const firstDayAt = async (id: string | null) => {
    const batch = id !== null && may('batches.read') ? await queryClient.fetchQuery(openBatchQuery(id)).catch(() => null) : null
    return firstDay(batch ? batchDayOf(batch, timeZone) : undefined, today)
  }
  const last = useRef('')
  const choose = async (from: Entered, id: string | null) => {
    last.current = id ?? ''
    if (id === null) return put({ ...from, templateId: null, inputs: {} })
    const [fetched, dayOne] = await Promise.all([queryClient.fetchQuery(templateQuery(id)), firstDayAt(from.sectorId)])
    if (last.current === id) put(now => onceFetched(now, from, fetched, dayOne))
  }
  const chooseSector = async (sectorId: string | null) => {
    set({ sectorId })
    if (rule) return
    const [before, after] = await Promise.all([firstDayAt(of.sectorId), firstDayAt(sectorId)])
    if (before !== after) put(now => (now.sectorId === sectorId ? withFirstDay(now, before, after) : now))
  }
  const chooseCategory = (next: Engine | null) => {
    const [only, ...others] = ofKind.filter(one => one.category.id === next)
    const changed = ofCategory(of, next)
    put(changed)
    // Where there is one template there is nothing to choose.
    return only && others.length === 0 ? choose(changed, only.id) : undefined
  }
  const showAll = async (on: boolean) => {
    const isSure =
      !on ||
      (await confirm({
        title: t('rule.showAllAsk'),
        text: t('rule.showAllWarning'),
        yes: t('ui.confirm'),
        no: t('ui.cancel'),
      }))
    if (isSure) set({ showAllInterfaces: on })
  }
  return (
    <>
      <TextField
        label={t('ui.name')}
        required
        max={50}
        value={of.displayName}
        onChange={({ currentTarget }) => set({ displayName: currentTarget.value })}
        error={wrong('displayName')}
      />
      <PlaceSelect
        label={t('entity.generic')}
        required
        disabled={isHeld}
        hint={held}
        types={places}
        known={rule?.rootEntity}
        value={rootEntityId}
        onChange={id => put(rule ? { ...of, rootEntityId: id, sectorId: null, terminalId: null } : atEntity(of, id))}
        error={wrong('rootEntityId')}
      />
      <SelectField
        label={t('entity.sector')}
        required
        disabled={rootEntityId === null}
        hint={rootEntityId === null ? t('rule.chooseEntityFirst') : undefined}
        options={named(
          housesOffered(sectors),
          rule?.sector && rule.rootEntity.id === rootEntityId ? { id: rule.sector.id, displayName: rule.sector.name } : null,
        )}
        value={of.sectorId}
        onChange={sectorId => void chooseSector(sectorId)}
        error={wrong('sectorId')}
      />
      <SelectField
        label={t('rule.category')}
        required
        disabled={rootEntityId === null || rule !== undefined}
        hint={
          rule
            ? undefined
            : rootEntityId === null
              ? t('rule.chooseEntityFirst')
              : isFetched && ofKind.length === 0
                ? t('rule.noTemplates')
                : undefined
        }
        options={
          rule
            ? [{ value: rule.template, label: t(engineWords[rule.template]) }]
            : categories.map(({ id }) => ({ value: id, label: t(engineWords[id]) }))
        }
        value={category}
        onChange={next => void chooseCategory(next)}
        error={wrong('category')}
      />
      <div className="with-info">
        <SelectField
          label={t('rule.template')}
          required
          disabled={category === null || rule !== undefined}
          hint={rule ? t('rule.templateFixed') : category === null ? t('rule.chooseCategoryFirst') : undefined}
          options={
            rule
              ? [{ value: rule.ruleTemplate.id, label: templateTitle(rule.ruleTemplate, t) }]
              : ofIt.map(one => ({ value: one.id, label: templateTitle(one, t) }))
          }
          value={templateId}
          onChange={id => void choose(of, id)}
          error={wrong('templateId')}
        />
        {(rule?.ruleTemplate ?? template) && <TemplateInfo of={(rule?.ruleTemplate ?? template)!} />}
      </div>
      {!isGlobal(category) && (
        <SelectField
          label={t('terminal.one')}
          required
          disabled={rootEntityId === null || isHeld}
          hint={held ?? (rootEntityId === null ? t('rule.chooseEntityFirst') : undefined)}
          options={named(boxesOffered(runs, t), box && rule?.rootEntity.id === rootEntityId ? boxNamed(box, t) : null)}
          value={terminalId}
          onChange={id => set({ terminalId: id })}
          error={wrong('terminalId')}
        />
      )}
      <SwitchField
        label={t('rule.showAll')}
        hint={t('rule.showAllHint')}
        checked={showAllInterfaces}
        onChange={({ currentTarget }) => void showAll(currentTarget.checked)}
      />
    </>
  )
}

interface Named {
  readonly id: string
  readonly displayName: string
}

/** As choices; what is chosen already is among them, whoever may see it in lists. */
const named = (all: readonly Named[], chosen: Named | null | undefined) =>
  [...(chosen && !all.some(one => one.id === chosen.id) ? [chosen] : []), ...all].map(one => ({
    value: one.id,
    label: one.displayName,
  }))
