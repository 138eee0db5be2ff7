import { type ActionConfiguration, CHANNEL_PERMISSIONS, type Channel } from '@steading/contract/events/outbox'
import { useQuery } from '@tanstack/react-query'
import { useMay, useSignedIn } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import type { FormMode } from '../ui/form/edit/FormFields.tsx'
import { ChannelPanel } from './ChannelPanel.tsx'
import { recipientsQuery, usePeople } from './people.queries.ts'

const none: readonly never[] = []

/** Whether this person may tell people on a channel, and the platform can. */
export function useChannels() {
  const may = useMay()
  const { smsEnabled, voiceEnabled, whatsappEnabled } = useSignedIn()
  const services = { MAIL: true, SMS: smsEnabled, VOICE: voiceEnabled, WHATSAPP: whatsappEnabled }
  return (type: Channel): 'mayNot' | 'noService' | undefined => {
    const permission = CHANNEL_PERMISSIONS[type]
    if (permission && !may(permission)) return 'mayNot'
    return services[type] ? undefined : 'noService'
  }
}

/** Who is told of something, a panel for each channel. */
export function RecipientFields({
  actions,
  placeId,
  mode,
  repeats = true,
  offered,
  wrong,
  set,
}: {
  /** One for each channel. */
  actions: readonly ActionConfiguration[]
  /** Whose people in charge are told. */
  placeId: string | null
  mode: FormMode
  /** Whether it is told again and again. */
  repeats?: boolean
  /** Which panels are shown; all of them, where nothing else is said. */
  offered?: ((type: Channel) => boolean) | undefined
  /** By `${place of the channel}.${field}`. */
  wrong: (field: string) => string | undefined
  set: (actions: readonly ActionConfiguration[], touched: string) => void
}) {
  const t = useText()
  const lacks = useChannels()
  const { data: inCharge } = useQuery({ ...recipientsQuery(placeId ?? ''), enabled: placeId !== null })
  const people = usePeople(inCharge?.people.map(person => person.userId) ?? none) ?? none
  // Whom one may not see may have a number.
  const lacksPhone = new Set(people.filter(person => !person.hasValidPhone).map(person => person.userId))
  /** Those in charge by name, and who of them has no number that this channel needs. */
  const inChargeOn = (type: Channel) =>
    inCharge &&
    [
      ...inCharge.people.map(({ userId, shortName: name }) =>
        type !== 'MAIL' && lacksPhone.has(userId) ? t('rule.told.noPhone', { name }) : name,
      ),
      ...(inCharge.hidden > 0 ? [t('entity.hiddenInCharge', { count: inCharge.hidden })] : []),
    ].join(', ')
  const nobody = (type: Channel) => {
    if (inCharge === undefined) return undefined
    const { people: named, hidden } = inCharge
    if (named.length + hidden === 0) return t('rule.told.nobodyInCharge')
    const isUnreachable = type === 'WHATSAPP' && hidden === 0 && named.every(one => lacksPhone.has(one.userId))
    return isUnreachable ? t('rule.told.noPhoneInCharge') : undefined
  }
  const closed = (type: Channel) => {
    const why = lacks(type)
    return why && t(`rule.told.${why}`)
  }
  return actions.map(
    (action, at) =>
      (offered?.(action.type) ?? true) && (
        <ChannelPanel
          key={action.type}
          of={action}
          mode={mode}
          inCharge={inChargeOn(action.type)}
          nobody={nobody(action.type)}
          closed={closed(action.type)}
          repeats={repeats}
          wrong={field => wrong(`${at}.${field}`)}
          set={change =>
            set(
              actions.map((other, k) => (k === at ? { ...other, ...change } : other)),
              String(at),
            )
          }
        />
      ),
  )
}
