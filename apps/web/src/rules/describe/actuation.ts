import type { BodyOf } from '@steading/contract/rules/body'
import { duration } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { valueWords } from '../../interfaces/index.ts'
import type { InterfaceLookup } from './interfaceLookup.ts'

/** A value for several devices, each kind of which has its own word for it: "Siren: On; Water valve: Open". */
function settingsWords(ids: readonly string[], value: boolean | number, knownOf: InterfaceLookup, t: Translate): string {
  const groups = Map.groupBy(
    ids.map(id => knownOf(id)),
    info => valueWords(info, value, t),
  )
  return [...groups]
    .map(([word, item]) => t('rule.setting', { devices: item.map(info => info.name).join(', '), value: word }))
    .join('; ')
}

/** Sentences for the outputs of an alarm: what it switches on, and when it switches them off. */
export function actuationSentences(
  { inputs, event }: BodyOf<'ALARM_WITH_ACTUATION'>,
  knownOf: InterfaceLookup,
  t: Translate,
): string[] {
  const { outputs, onValue, offValue, maxOnTime } = inputs
  const off = settingsWords(outputs, offValue, knownOf, t)
  return [
    t(event.ruleDelay > 0 ? 'rule.actuatesAhead' : 'rule.actuates', { settings: settingsWords(outputs, onValue, knownOf, t) }),
    maxOnTime > 0
      ? t('rule.releasesAfter', { settings: off, duration: duration(maxOnTime * 60, t) })
      : t('rule.releases', { settings: off }),
  ]
}
