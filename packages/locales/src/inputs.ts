import type { TemplateInput } from '@steading/contract/rules/templateInputs'
import type { TextKey, Translate } from './text.ts'

/** What the inputs of the product's own engines are called. */
const inputWords: Readonly<Record<string, TextKey>> = {
  sensors: 'input.sensors',
  aggregation: 'input.aggregation',
  staleAfter: 'input.staleAfter',
  mode: 'input.mode',
  setPoint: 'rule.setPoint',
  differential: 'rule.differential',
  heatSetPoint: 'rule.heatSetPoint',
  heatDifferential: 'input.heatDifferential',
  coolSetPoint: 'rule.coolSetPoint',
  coolDifferential: 'input.coolDifferential',
  band: 'rule.proportionalBand',
  minOutput: 'rule.minOutput',
  maxOutput: 'rule.maxOutput',
  reference: 'input.reference',
  refSensor: 'input.refSensor',
  offset: 'input.offset',
  spMin: 'input.spMin',
  spMax: 'input.spMax',
  outputs: 'input.outputs',
  heatOutputs: 'input.heatOutputs',
  coolOutputs: 'input.coolOutputs',
  setPointOut: 'input.setPointOut',
  heatSetPointOut: 'input.heatSetPointOut',
  coolSetPointOut: 'input.coolSetPointOut',
  minOn: 'rule.minOn',
  minOff: 'rule.minOff',
  changeOver: 'input.changeOver',
  safeValue: 'rule.safeValue',
  step: 'input.step',
  maxSlew: 'input.maxSlew',
  minSpeed: 'input.minSpeed',
  cycleTime: 'input.cycleTime',
  cycle: 'rule.curve',
  interpolation: 'input.interpolation',
  lines: 'rule.combination',
  lineLogic: 'input.lineLogic',
  permanenceTime: 'rule.permanenceTime',
  repetitionTime: 'rule.repetition',
  notificationLimit: 'rule.notificationLimit',
  onValue: 'input.onValue',
  offValue: 'input.offValue',
  maxOnTime: 'input.maxOnTime',
  callbackValue: 'scheduler.valueAfter',
}

const entryWords: Readonly<Record<string, TextKey>> = {
  AVG: 'input.value.avg',
  MIN: 'input.value.min',
  MAX: 'input.value.max',
  COOL: 'input.value.cool',
  HEAT: 'input.value.heat',
  FIXED: 'input.value.fixed',
  SENSOR: 'input.value.sensor',
  LINEAR: 'input.value.linear',
  STEP: 'input.value.step',
  ANY: 'rule.lineLogic.any',
  ALL: 'rule.lineLogic.all',
}

/** What an input is called: by the template, else by the product; a name that nobody knows is itself. */
export function inputName(input: Pick<TemplateInput, 'id' | 'translations'>, t: Translate): string {
  const own = input.translations?.[t.language]
  const key = Object.hasOwn(inputWords, input.id) ? inputWords[input.id] : undefined
  return own ?? (key ? t(key) : input.id)
}

/** What one of the choices of an input is called. */
export const entryName = (entry: string, t: Translate): string => {
  const key = Object.hasOwn(entryWords, entry) ? entryWords[entry] : undefined
  return key ? t(key) : entry
}

/** What the template calls a value of a BOOLEAN input; undefined: it has no words for it. */
export const ownValueName = (
  { trueFalse }: Pick<TemplateInput, 'trueFalse'>,
  value: boolean,
  t: Pick<Translate, 'language'>,
): string | undefined => trueFalse?.[value ? 'true' : 'false']?.[t.language]
