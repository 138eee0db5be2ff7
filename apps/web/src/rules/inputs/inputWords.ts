import type { TemplateInput } from '@steading/contract/rules/templateInputs'
import type { TextKey, Translate } from '@steading/locales/text'
import type { RuleFormData } from '../values/ruleFormData.ts'

export { entryName, inputName, ownValueName } from '@steading/locales/inputs'

const hints: Readonly<Record<string, TextKey>> = {
  maxOnTime: 'input.noLimit',
  maxSlew: 'input.noLimit',
  cycleTime: 'input.off',
  safeValue: 'input.leftOpen',
}
/** What its range does not say. */
export const inputHint = (
  { id, required, defaultValue }: Pick<TemplateInput, 'id' | 'required' | 'defaultValue'>,
  t: Translate,
) => {
  const key = hints[id]
  if (!key || (id === 'safeValue' && (required || defaultValue !== undefined))) return undefined
  return t(key)
}

/** What is set when every sensor is lost and nothing was entered for that: what is safe for the mode. */
export function safeValueByMode({ id }: Pick<TemplateInput, 'id'>, { engine, inputs }: Pick<RuleFormData, 'engine' | 'inputs'>) {
  if (id !== 'safeValue') return undefined
  const cools = inputs['mode'] !== 'HEAT'
  return engine === 'PROPORTIONAL' || engine === 'CYCLE_PROPORTIONAL' ? (cools ? 40 : 0) : cools
}

/** Why there is nothing to choose. */
export function noChoicesWords(
  { unavailable, toShowAll, engine }: Pick<RuleFormData, 'unavailable' | 'toShowAll'> & Partial<Pick<RuleFormData, 'engine'>>,
  t: Translate,
): string {
  switch (unavailable) {
    case 'unplaced':
      // A rule of the cloud is in no box: it is its place that is missing.
      return t(engine === 'CLOUD_ALARM' ? 'rule.chooseEntityFirst' : 'rule.chooseBoxFirst')
    case 'waiting':
      return t('ui.loading')
    case 'failed':
      return t('failed.lookup')
    case undefined:
      return t(toShowAll ? 'input.noneInHouse' : 'input.noneOffered')
  }
}
