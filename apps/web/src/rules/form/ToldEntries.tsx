import { type ActionConfiguration, CHANNEL_PERMISSIONS } from '@steading/contract/outbox'
import { useQuery } from '@tanstack/react-query'
import { useMay, useSignedIn } from '../../platform/session.ts'
import { useText } from '../../platform/texts.tsx'
import type { FormMode } from '../../ui/form/Entries.tsx'
import { wrongWith } from '../../ui/form/wrongWith.ts'
import { ChannelPanel } from './ChannelPanel.tsx'
import { inChargeQuery, peopleQuery } from './choices.queries.ts'
import type { EnteredEvent } from './event.ts'

const none: readonly never[] = []

/** Who is told of the event, a panel for each channel. */
export function ToldEntries({
  event,
  placeId,
  mode,
  errors,
  set,
}: {
  event: EnteredEvent
  /** Whose people in charge are told. */
  placeId: string | null
  mode: FormMode
  errors: Readonly<Record<string, unknown>>
  set: (change: Partial<EnteredEvent>, touched: string) => void
}) {
  const t = useText()
  const may = useMay()
  const { smsEnabled, voiceEnabled, whatsappEnabled } = useSignedIn()
  /** The services that this platform can send by. */
  const services = { MAIL: true, SMS: smsEnabled, VOICE: voiceEnabled, WHATSAPP: whatsappEnabled }
  const { data: inCharge } = useQuery({ ...inChargeQuery(placeId ?? ''), enabled: placeId !== null })
  const { data: people = none } = useQuery(peopleQuery)
  const mayCall = new Set(people.filter(one => one.hasValidPhone).map(one => one.userId))
  const nobody = (type: ActionConfiguration['type']) => {
    if (inCharge === undefined) return undefined
    if (inCharge.length === 0) return t('rule.told.nobodyInCharge')
    // Whom one may not see may have a number.
    const known = inCharge.filter(one => people.some(person => person.userId === one.userId))
    const isUnreachable = type === 'WHATSAPP' && known.length === inCharge.length && !known.some(one => mayCall.has(one.userId))
    return isUnreachable ? t('rule.told.noPhoneInCharge') : undefined
  }
  const closed = (type: ActionConfiguration['type']) => {
    const permission = CHANNEL_PERMISSIONS[type]
    if (permission && !may(permission)) return t('rule.told.mayNot')
    return services[type] ? undefined : t('rule.told.noService')
  }
  return event.actionConfigurations.map((one, at) => (
    <ChannelPanel
      key={one.type}
      of={one}
      mode={mode}
      people={people}
      inCharge={inCharge?.map(person => person.shortName).join(', ')}
      nobody={nobody(one.type)}
      closed={closed(one.type)}
      wrong={field => wrongWith(errors, `eventConfiguration.actionConfigurations.${at}.${field}`)}
      set={change =>
        set(
          { actionConfigurations: event.actionConfigurations.map((other, k) => (k === at ? { ...other, ...change } : other)) },
          `actionConfigurations.${at}`,
        )
      }
    />
  ))
}
