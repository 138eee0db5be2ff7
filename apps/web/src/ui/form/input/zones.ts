import { TimeZone } from '@steading/contract/http/fields'
import { offsetOf, zoneName } from '@steading/locales/zones'
import type { Option } from '../fields/SelectField.tsx'

export { offsetOf, zoneName }

/** The time zones that this browser knows and the platform accepts, from west to east. */
export const zonesAt = (at: Date): readonly Option<string>[] =>
  ['UTC', ...Intl.supportedValuesOf('timeZone').filter(zone => zone !== 'UTC' && TimeZone.safeParse(zone).success)]
    .map(zone => ({ zone, offset: offsetOf(zone, at) }))
    .toSorted((a, b) => a.offset - b.offset || a.zone.localeCompare(b.zone))
    .map(({ zone }) => ({ value: zone, label: zoneName(zone, at) }))
