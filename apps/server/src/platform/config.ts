import { z } from 'zod'
import { accessSync, constants, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { isLoopback } from './loopback.ts'
import { isNetwork } from './proxies.ts'
import type { Provided } from './provider.ts'
import { isFromName, providerAddress } from './provider-address.ts'
import { listenersOf, sharedPorts, takenPorts } from './ports.ts'

const WORDS = { on: true, true: true, yes: true, '1': true, off: false, false: false, no: false, '0': false } as const
const on = z
  .enum(Object.keys(WORDS) as (keyof typeof WORDS)[], 'on or off') // safe: the table's own keys
  .transform(word => WORDS[word])
/** Digits alone: what looks like a number to a program may look like another one to a person. */
const whole = (min: number, max: number) => {
  const error = `a whole number from ${min} to ${max}`
  return z
    .string(error)
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .pipe(z.number().min(min, error).max(max, error))
}
const port = whole(0, 65_535)
const address = (...schemes: readonly string[]) =>
  z.url({
    protocol: new RegExp(`^(${schemes.join('|')})$`),
    error: `an address that starts with ${schemes.map(s => `${s}://`).join(' or ')}`,
  })
const oneOf = <const T extends readonly [string, ...string[]]>(...options: T) => z.enum(options, `one of ${options.join(', ')}`)
const provider = (channel: Provided) =>
  z.string().transform((text, context) => {
    const read = providerAddress(channel, text)
    if (typeof read !== 'string') return read
    context.issues.push({ code: 'custom', message: read, input: text })
    return z.NEVER
  })
/** Dial codes, each without its +. */
const dialCodes = z
  .string()
  .regex(/^\s*\+?[1-9]\d{0,3}(\s*,\s*\+?[1-9]\d{0,3})*\s*$/, 'dial codes with commas, like 351,34')
  .transform(text => text.split(',').map(code => code.replaceAll(/\D/g, '')))
const networks = z
  .string()
  .transform(text => text.split(',').map(one => one.trim()))
  .refine(all => all.every(isNetwork), 'addresses or networks with commas, like 127.0.0.1,10.0.0.0/8')
const tiles = address('https', 'http').refine(
  url => ['{z}', '{x}', '{y}'].every(part => url.includes(part)),
  'an address with {z}, {x} and {y}',
)

/** Every setting, its default and its bounds; docs and README tell the same table. */
const Settings = z.object({
  HTTP_PORT: port.default(8080),
  MQTT_PORT: port.default(1883),
  MQTTS_PORT: port.default(8883),
  BIND: z.union([z.ipv4(), z.ipv6()], 'an IP address').default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.steading'),
  DATABASE_URL: address('postgres', 'postgresql').optional(),
  MQTT_URL: address('mqtt', 'mqtts').optional(),
  MQTT_UNPROTECTED: on.default(false),
  PUBLIC_URL: address('https', 'http').optional(),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  TLS_TERMINATED_ELSEWHERE: on.default(false),
  TRUSTED_PROXIES: networks.optional(),
  IDLE_MINUTES: whole(1, 1440).default(60),
  REQUEST_MINUTES: whole(1, 1440).default(120),
  SESSION_HOURS: whole(1, 720).default(12),
  CACHE_SECONDS: whole(0, 86_400).default(300),
  SMTP_URL: address('smtp', 'smtps').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, 'an address, like Steading <alarm@farm.example>')
    .default('Steading <alarm@steading.example>'),
  SMS_PROVIDER: provider('SMS').optional(),
  VOICE_PROVIDER: provider('VOICE').optional(),
  WHATSAPP_PROVIDER: provider('WHATSAPP').optional(),
  SMS_REPLIES: on.default(false),
  HELPDESK_EMAIL: z.email('an e-mail address').optional(),
  NOTIFY_BUDGET: whole(0, 1_000_000).default(200),
  NOTIFY_RESERVE: whole(0, 1_000_000).default(100),
  NOTIFY_COUNTRIES: dialCodes.optional(),
  HEARTBEAT_URL: address('https', 'http').optional(),
  EVENT_FILES: whole(0, 50).default(15),
  EVENT_FILE_MB: whole(1, 100).default(15),
  UPLOADS_PER_MINUTE: whole(1, 100_000).default(20),
  SEARCHES_PER_SECOND: whole(1, 10_000).default(10),
  DRILLS: on.default(true),
  WEATHER_PROVIDER: oneOf('open-meteo', 'off').default('open-meteo'),
  MAP_TILES: tiles.optional(),
  METRICS_TOKEN: z.string().min(16, 'at least 16 characters').optional(),
  TENANT_ID: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'letters, digits, _, . and - alone')
    .default('1'),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  DEMO: on.default(false),
  DEMO_PASSWORD: z.string().min(6, 'at least 6 characters').max(128, 'at most 128 characters').optional(),
})

export type Config = z.output<typeof Settings> & {
  readonly dataDir: string
  /** What TLS_CERT and TLS_KEY name, read. */
  readonly tls: { readonly cert: string; readonly key: string } | null
}

export class BadSettings extends Error {
  constructor(lines: readonly string[]) {
    super(`These settings don't hold:\n${lines.map(line => `  ${line}`).join('\n')}`)
    this.name = 'BadSettings'
  }
}

/** Settings whose values may carry a password: named in messages, never shown. */
const SECRET = /PASSWORD|TOKEN|(SMS|VOICE|WHATSAPP)_PROVIDER|(DATABASE|MQTT|SMTP|HEARTBEAT)_URL$/

/** Reads the settings of an environment; throws BadSettings with one line for each bad value. Empty text counts as unset. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([name, value]) => name in Settings.shape && value !== ''))
  const parsed = Settings.safeParse(given)
  if (!parsed.success)
    throw new BadSettings(
      [...new Map(parsed.error.issues.map(({ path, message }) => [String(path[0]), message]))].map(
        ([name, message]) => `${name}=${SECRET.test(name) ? '…' : given[name]}: ${message}`,
      ),
    )
  const config = parsed.data
  const lines: string[] = []
  const tls = identity(config, lines)
  if (!isLoopback(config.BIND) && !tls && !config.TLS_TERMINATED_ELSEWHERE)
    lines.push(`BIND=${config.BIND}: other than loopback only with TLS_CERT and TLS_KEY, or TLS_TERMINATED_ELSEWHERE=on`)
  if (config.DEMO && !isLoopback(config.BIND)) lines.push(`DEMO=on, BIND=${config.BIND}: the demo stays on loopback`)
  if (config.VOICE_PROVIDER && !config.PUBLIC_URL) lines.push('VOICE_PROVIDER: needs PUBLIC_URL, where key presses come in')
  if (config.SMS_REPLIES && !config.PUBLIC_URL) lines.push('SMS_REPLIES=on: needs PUBLIC_URL, where replies come in')
  if (config.SMS_REPLIES && config.SMS_PROVIDER && isFromName(config.SMS_PROVIDER))
    lines.push('SMS_REPLIES=on, SMS_PROVIDER=…: nobody can reply to a name; give a number, from=%2B351…')
  lines.push(...sharedPorts(listenersOf({ ...config, tls })))
  if (lines.length > 0) throw new BadSettings(lines)
  return { ...config, dataDir: resolve(config.DATA_DIR), tls }
}

/** Warnings about settings that hold and yet protect less than they seem to, one sentence each. */
export function settingWarnings(
  config: Pick<Config, 'TLS_TERMINATED_ELSEWHERE' | 'TRUSTED_PROXIES' | 'MQTT_URL' | 'MQTT_UNPROTECTED'>,
): string[] {
  const lines: string[] = []
  if (config.TLS_TERMINATED_ELSEWHERE && !config.TRUSTED_PROXIES)
    lines.push(
      "TLS_TERMINATED_ELSEWHERE=on without TRUSTED_PROXIES: every caller counts as the proxy's address, so 30 wrong passwords of anybody " +
        'keep all others out for 15 minutes, and the audit names the proxy. Set TRUSTED_PROXIES to the address of the proxy, like 127.0.0.1.',
    )
  if (config.MQTT_URL && config.MQTT_UNPROTECTED)
    lines.push(
      'MQTT_UNPROTECTED=on: the platform runs even where the MQTT broker lets strangers send commands to fans and heaters. ' +
        'GET /services/health says what they may do.',
    )
  return lines
}

/** Certificate and key, seen to belong together. */
function identity({ TLS_CERT, TLS_KEY }: z.output<typeof Settings>, lines: string[]): Config['tls'] {
  if (!TLS_CERT && !TLS_KEY) return null
  if (!TLS_CERT || !TLS_KEY) {
    lines.push('TLS_CERT, TLS_KEY: give both or none')
    return null
  }
  try {
    const [cert, key] = [readFileSync(TLS_CERT, 'utf8'), readFileSync(TLS_KEY, 'utf8')]
    createSecureContext({ cert, key })
    return { cert, key }
  } catch (error) {
    lines.push(`TLS_CERT=${TLS_CERT}, TLS_KEY=${TLS_KEY}: ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}

/** The settings of this environment, its ports free; ends the program in plain words when one does not hold. */
export async function settings(env: NodeJS.ProcessEnv): Promise<Config> {
  try {
    const config = readConfig(env)
    const taken = await takenPorts(config)
    const wrong = taken.length > 0 ? taken : noFolder(config)
    if (wrong.length > 0) throw new BadSettings(wrong)
    return config
  } catch (error) {
    if (!(error instanceof BadSettings)) throw error
    console.error(error.message)
    process.exit(2)
  }
}

/** Makes a folder and what is missing above it, step by step: asked for all at once, Node never comes back from /proc. */
function makeFolder(dir: string): void {
  if (!statSync(dirname(dir), { throwIfNoEntry: false })) makeFolder(dirname(dir))
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) mkdirSync(dir, { mode: 0o711 })
}

/** The data folder must be one, or become one. */
function noFolder({ dataDir }: Config): string[] {
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.W_OK)
    return []
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : ''
    const words = { EEXIST: 'is no folder', ENOTDIR: 'lies below something that is no folder', EACCES: 'may not be written' }[why]
    return [`DATA_DIR=${dataDir}: ${words ?? `cannot be used (${why})`}; name a folder that is there or can be made`]
  }
}

/** Where mailed links point: configured, else the bound address. Never what a caller says. */
export const publicUrl = (config: Config): string =>
  (config.PUBLIC_URL ?? `http://${config.BIND.includes(':') ? `[${config.BIND}]` : config.BIND}:${config.HTTP_PORT}`).replace(
    /\/$/,
    '',
  )

/** The page of an event. */
export const eventUrl = (config: Config, eventId: string): string => `${publicUrl(config)}/events/${eventId}/details`

/** The record of a drill. */
export const drillUrl = (config: Config, drillId: string): string => `${publicUrl(config)}/drills/${drillId}`
