import type { BodyOf } from '@steading/contract/rulebody'
import { duration } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { valueWords } from '../interfaces/index.ts'
import type { KnownOf } from './known.ts'

/** A value for several devices, each kind of which has its own word for it: "Siren: On; Water valve: Open". */
function settingsWords(ids: readonly string[], value: boolean | number, knownOf: KnownOf, t: Translate): string {
  const groups = Map.groupBy(
    ids.map(id => knownOf(id)),
    of => valueWords(of, value, t),
  )
  return [...groups]
    .map(([word, of]) => t('rule.setting', { devices: of.map(one => one.name).join(', '), value: word }))
    .join('; ')
}

/** What an alarm switches, and when it lets go. */
export function actuationSentences({ inputs, event }: BodyOf<'ALARM_WITH_ACTUATION'>, knownOf: KnownOf, t: Translate): string[] {
  const { outputs, onValue, offValue, maxOnTime } = inputs
  const off = settingsWords(outputs, offValue, knownOf, t)
  return [
    t(event.ruleDelay > 0 ? 'rule.actuatesAhead' : 'rule.actuates', { settings: settingsWords(outputs, onValue, knownOf, t) }),
    maxOnTime > 0
      ? t('rule.releasesAfter', { settings: off, duration: duration(maxOnTime * 60, t) })
      : t('rule.releases', { settings: off }),
  ]
}
