import type { Engine } from '@steading/contract/rules/ruleTemplates'
import type { RuleDetails, RuleKind } from '@steading/contract/rules/rules'
import { engineWords } from '@steading/locales/templates'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { PlaceSelect } from '../../../entities/index.ts'
import { useMay } from '../../../platform/session/session.ts'
import { useText } from '../../../platform/texts.tsx'
import { SelectField } from '../../../ui/form/fields/SelectField.tsx'
import { SwitchField } from '../../../ui/form/fields/SwitchField.tsx'
import { TextField } from '../../../ui/form/fields/TextField.tsx'
import { errorFor } from '../../../ui/form/edit/errorFor.ts'
import { confirmDialog } from '../../../ui/overlay/dialogs.ts'
import { useTellError } from '../../../ui/overlay/useTellError.ts'
import { toBatchDay, firstCycleDay } from '../../values/batchDay.ts'
import { terminalOption, terminalOptions, sectorOptions } from './entityOptions.ts'
import { TemplateInfo } from '../../TemplateInfo.tsx'
import { openBatchQuery, sectorsQuery, templateQuery, templatesQuery, terminalsQuery } from '../../values/choices.queries.ts'
import {
  type RuleFormValues,
  withEntity,
  isGlobal,
  withCategory,
  withFetchedTemplate,
  withFirstDay,
} from '../../values/ruleForm.ts'
import type { RuleFormSetters } from './ruleFormSetters.ts'
import { templateTitle } from '../../templateWords.ts'
import { queryClient } from '../../../platform/api/queries.ts'

/** Entity types that can own a rule. */
const places = ['FARM', 'ENTERPRISE', 'GROUP', 'PARTNER', 'ROOT'] as const
const none: readonly never[] = []

/** What every rule has: its name, where it stands, what it is made of, and which box runs it. */
export function BasicEntries({
  values,
  kind,
  rule,
  today,
  errors,
  put,
  saveAfter,
  set,
}: {
  values: RuleFormValues
  kind: RuleKind
  /** The rule that is changed; a new one has none. */
  rule: RuleDetails | undefined
  today: string
  errors: Readonly<Record<string, unknown>>
  /** Replaces all values; a function receives the current ones. */
  put: RuleFormSetters['put']
  saveAfter: RuleFormSetters['saveAfter']
  set: (change: Partial<RuleFormValues>) => void
}) {
  const t = useText()
  const wrong = (field: keyof RuleFormValues) => errorFor(errors, field)
  const { rootEntityId, category, templateId, terminalId, showAllInterfaces } = values
  const isInService = rule !== undefined && rule.deploymentStatus !== 'UNDEPLOYED' && rule.deploymentStatus !== 'ERROR'
  const fixedHint = isInService ? t('rule.fixedInService') : undefined
  const at = rootEntityId ?? ''
  const { data: sectors, error: sectorsError } = useQuery({ ...sectorsQuery(at), enabled: rootEntityId !== null })
  const {
    data: fetchedTemplates,
    error: templatesError,
    isFetched,
  } = useQuery({
    ...templatesQuery(at),
    enabled: rootEntityId !== null,
  })
  const templates = fetchedTemplates ?? none
  const { data: terminals, error: terminalsError } = useQuery({
    ...terminalsQuery(at),
    enabled: rootEntityId !== null,
    placeholderData: keepPreviousData,
  })
  const ofKind = templates.filter(template => template.category.kind === kind)
  const categories = [...new Map(ofKind.map(template => [template.category.id, template.category])).values()].toSorted(
    (a, b) => a.order - b.order,
  )
  const ofIt = ofKind.filter(template => template.category.id === category)
  const template = templates.find(template => template.id === templateId)
  const profiles: readonly string[] = template?.profiles ?? []
  const runs = (terminals ?? none).filter(terminal => profiles.length === 0 || profiles.includes(terminal.profile))
  const box = rule?.terminal

  const may = useMay()
  const tellError = useTellError()
  /** Where the batch cannot be asked for, a new cycle begins as it does without one: the day can be changed. */
  const firstDayAt = async (id: string | null) => {
    const batch = id !== null && may('batches.read') ? await queryClient.fetchQuery(openBatchQuery(id)).catch(() => null) : null
    return firstCycleDay(batch ? toBatchDay(batch) : undefined, today)
  }
  const last = useRef('')
  const choose = async (from: RuleFormValues, id: string | null) => {
    last.current = id ?? ''
    if (id === null) return put({ ...from, templateId: null, inputs: {} })
    try {
      const [fetched, dayOne] = await Promise.all([queryClient.fetchQuery(templateQuery(id)), firstDayAt(from.sectorId)])
      if (last.current === id) put(now => withFetchedTemplate(now, from, fetched, dayOne))
    } catch (error) {
      void tellError(error, t('rule.templateFailed'))
    }
  }
  const chooseSector = async (sectorId: string | null) => {
    set({ sectorId })
    if (rule) return
    const [before, after] = await Promise.all([firstDayAt(values.sectorId), firstDayAt(sectorId)])
    if (before !== after) put(now => (now.sectorId === sectorId ? withFirstDay(now, before, after) : now))
  }
  const chooseCategory = (next: Engine | null) => {
    const [only, ...others] = ofKind.filter(template => template.category.id === next)
    const changed = withCategory(values, next)
    put(changed)
    // Where there is one template there is nothing to choose.
    if (only && others.length === 0) saveAfter(choose(changed, only.id))
  }
  const showAll = async (on: boolean) => {
    const isSure =
      !on ||
      (await confirmDialog({
        title: t('rule.showAllAsk'),
        text: t('rule.showAllWarning'),
        yes: t('ui.confirm'),
        no: t('ui.cancel'),
      }))
    if (isSure) set({ showAllInterfaces: on })
  }
  const listHint = (fetched: readonly unknown[] | undefined, error: unknown) => {
    if (rootEntityId === null) return t('rule.chooseEntityFirst')
    return error && !fetched ? t('failed.lookup') : undefined
  }
  return (
    <>
      <TextField
        label={t('ui.name')}
        required
        max={50}
        value={values.displayName}
        onChange={({ currentTarget }) => set({ displayName: currentTarget.value })}
        error={wrong('displayName')}
      />
      <PlaceSelect
        label={t('entity.generic')}
        required
        disabled={isInService}
        hint={fixedHint}
        types={places}
        known={rule?.rootEntity}
        value={rootEntityId}
        onChange={id => put(rule ? { ...values, rootEntityId: id, sectorId: null, terminalId: null } : withEntity(values, id))}
        error={wrong('rootEntityId')}
      />
      <SelectField
        label={t('entity.sector')}
        required
        disabled={rootEntityId === null}
        hint={listHint(sectors, sectorsError)}
        options={toOptions(
          sectorOptions(sectors ?? none),
          rule?.sector && rule.rootEntity.id === rootEntityId ? { id: rule.sector.id, displayName: rule.sector.name } : null,
        )}
        value={values.sectorId}
        onChange={sectorId => saveAfter(chooseSector(sectorId))}
        error={wrong('sectorId')}
      />
      <SelectField
        label={t('rule.category')}
        required
        disabled={rootEntityId === null || rule !== undefined}
        hint={
          rule
            ? undefined
            : (listHint(fetchedTemplates, templatesError) ??
              (isFetched && ofKind.length === 0 ? t('rule.noTemplates') : undefined))
        }
        options={
          rule
            ? [{ value: rule.template, label: t(engineWords[rule.template]) }]
            : categories.map(({ id }) => ({ value: id, label: t(engineWords[id]) }))
        }
        value={category}
        onChange={chooseCategory}
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
              : ofIt.map(template => ({ value: template.id, label: templateTitle(template, t) }))
          }
          value={templateId}
          onChange={id => saveAfter(choose(values, id))}
          error={wrong('templateId')}
        />
        {(rule?.ruleTemplate ?? template) && <TemplateInfo template={(rule?.ruleTemplate ?? template)!} />}
      </div>
      {!isGlobal(category) && (
        <SelectField
          label={t('terminal.one')}
          required
          disabled={rootEntityId === null || isInService}
          hint={fixedHint ?? listHint(terminals, terminalsError)}
          options={toOptions(
            terminalOptions(runs, t),
            box && rule?.rootEntity.id === rootEntityId ? terminalOption(box, t) : null,
          )}
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

interface NamedItem {
  readonly id: string
  readonly displayName: string
}

/** As choices; what is chosen already is among them, whoever may see it in lists. */
const toOptions = (all: readonly NamedItem[], chosen: NamedItem | null | undefined) =>
  [...(chosen && !all.some(item => item.id === chosen.id) ? [chosen] : []), ...all].map(item => ({
    value: item.id,
    label: item.displayName,
  }))
