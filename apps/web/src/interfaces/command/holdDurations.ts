import { duration } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'

/** How long a command may override the rules (ms); 0: until a rule says otherwise. */
const holdDurations = [0, 15, 30, 60, 120, 480, 1440].map(minutes => minutes * 60_000)
export const usualHold = 1_800_000

export const holdChoices = (t: Translate): readonly { value: string; label: string }[] =>
  holdDurations.map(hold => ({ value: String(hold), label: hold === 0 ? t('actuation.noHold') : duration(hold / 1000, t) }))
