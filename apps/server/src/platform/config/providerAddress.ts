import { isLoopback } from '../network/loopback.ts'

/** Channels that are served by a provider. */
export const PROVIDER_CHANNELS = ['SMS', 'VOICE', 'WHATSAPP'] as const
export type ProviderChannel = (typeof PROVIDER_CHANNELS)[number]

export interface ProviderAddress {
  readonly kind: 'twilio' | 'webhook'
  /** By https; by http on this machine alone. */
  readonly url: string
  readonly user: string
  readonly password: string
  /** The number, or for SMS the name, that it comes from; '' of a webhook. */
  readonly from: string
  /** WHATSAPP: the approved words that a message goes out in, since who has not written lately gets no others. */
  readonly template?: string
}

const FORMS = 'twilio://SID:TOKEN@api.twilio.com?from=%2B351… or webhook+https://host/path'
const NUMBER = /^\+[1-9]\d{6,14}$/
const TEMPLATE = /^HX[\dA-Fa-f]{32}$/
const SENDER = /^(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}$/

/** Is the sender a name instead of a number? Recipients cannot reply to a name. */
export const isFromName = ({ from }: ProviderAddress): boolean => SENDER.test(from)

/** Parses a provider setting; answers a text that says what is invalid, without secrets. */
export function parseProviderAddress(channel: ProviderChannel, text: string): ProviderAddress | string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const [, kind, scheme = 'https'] = /^(twilio|webhook)(?:\+(https?))?:$/.exec(url?.protocol ?? '') ?? []
  if (!url || !kind || !url.hostname || (kind === 'webhook' && url.protocol === 'webhook:')) return `an address like ${FORMS}`
  if (scheme === 'http' && !isLoopback(url.hostname.replace(/^\[|\]$/g, ''))) return 'other than on this machine by https alone'
  if (url.hash) return 'an address without #'
  const credentials = { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }
  const port = url.port && `:${url.port}`
  if (kind === 'webhook')
    return { kind, url: `${scheme}://${url.hostname}${port}${url.pathname || '/'}${url.search}`, ...credentials, from: '' }
  if (kind !== 'twilio') return `an address like ${FORMS}`
  if (!credentials.user || !credentials.password) return 'Twilio’s account SID and token, as in twilio://SID:TOKEN@…'
  // A + in a query means a space.
  const from = (url.searchParams.get('from') ?? '').replace(/^ (?=\d)/, '+').trim()
  const known = channel === 'WHATSAPP' ? ['from', 'template'] : ['from']
  if ([...url.searchParams.keys()].some(key => !known.includes(key))) return `nothing but ${known.join(' and ')} after the ?`
  const template = url.searchParams.get('template') ?? undefined
  if (template !== undefined && !TEMPLATE.test(template)) return 'template=HX… with the 32 digits of a content template'
  if (!NUMBER.test(from) && !(channel === 'SMS' && SENDER.test(from)))
    return channel === 'SMS'
      ? 'from=%2B351… with the number that messages come from, or a name of up to 11 letters'
      : 'from=%2B351… with the number that it comes from'
  return { kind, url: `${scheme}://${url.hostname}${port}`, ...credentials, from, ...(template !== undefined && { template }) }
}
