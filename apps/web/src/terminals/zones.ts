/** The time zones that this browser knows, UTC first. */
export const zoneChoices: readonly { readonly value: string; readonly label: string }[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter(zone => zone !== 'UTC'),
].map(zone => ({ value: zone, label: zone.replaceAll('_', ' ') }))
