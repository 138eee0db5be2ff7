import { z } from 'zod'
import { accessSync, constants, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { isLoopback } from '../network/loopback.ts'
import { isNetwork } from '../network/networks.ts'
import { isFromName, parseProviderAddress } from './providerAddress.ts'
import { parseRetention } from './retention.ts'
import type { ProviderChannel } from './providerAddress.ts'
import { listenersOf, portClashes, portProblems } from '../network/ports.ts'

const WORDS = { on: true, true: true, yes: true, '1': true, off: false, false: false, no: false, '0': false } as const
const onOff = z
  .enum(Object.keys(WORDS) as (keyof typeof WORDS)[], 'on or off') // safe: the table's own keys
  .transform(word => WORDS[word])
/** Digits only: notations such as 1e3 or 0x10 are refused. */
const wholeNumber = (min: number, max: number) => {
  const error = `a whole number from ${min} to ${max}`
  return z
    .string(error)
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .pipe(z.number().min(min, error).max(max, error))
}
const port = wholeNumber(0, 65_535)
const address = (...schemes: readonly string[]) =>
  z.url({
    protocol: new RegExp(`^(${schemes.join('|')})$`),
    error: `an address that starts with ${schemes.map(s => `${s}://`).join(' or ')}`,
  })
const oneOf = <const T extends readonly [string, ...string[]]>(...options: T) => z.enum(options, `one of ${options.join(', ')}`)
const provider = (channel: ProviderChannel) =>
  z.string().transform((text, context) => {
    const read = parseProviderAddress(channel, text)
    if (typeof read !== 'string') return read
    context.issues.push({ code: 'custom', message: read, input: text })
    return z.NEVER
  })
/** Dial codes, each without its +. */
const dialCodes = z
  .string()
  .regex(/^\s*\+?[1-9]\d{0,3}(\s*,\s*\+?[1-9]\d{0,3})*\s*$/, 'dial codes with commas, like 351,34')
  .transform(text => text.split(',').map(code => code.replaceAll(/\D/g, '')))
const retention = z
  .string()
  .default('')
  .transform((text, context) => {
    const read = parseRetention(text)
    if (typeof read !== 'string') return read
    context.issues.push({ code: 'custom', message: read, input: text })
    return z.NEVER
  })
const networks = z
  .string()
  .transform(text => text.split(',').map(one => one.trim()))
  .refine(all => all.every(isNetwork), 'addresses or networks with commas, like 127.0.0.1,10.0.0.0/8')
/** An address that the platform calls: by https; by http on this machine alone. */
const encrypted = address('https', 'http').refine(
  text => !text.startsWith('http:') || !URL.canParse(text) || isLoopback(new URL(text).hostname.replace(/^\[|\]$/g, '')),
  'other than on this machine by https alone',
)
const tiles = address('https', 'http').refine(
  url => ['{z}', '{x}', '{y}'].every(part => url.includes(part)),
  'an address with {z}, {x} and {y}',
)

/** Every setting with its default and bounds; README has the same table. */
const Settings = z.object({
  HTTP_PORT: port.default(8080),
  MQTT_PORT: port.default(1883),
  MQTTS_PORT: port.default(8883),
  BIND: z.union([z.ipv4(), z.ipv6()], 'an IP address').default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.steading'),
  DATABASE_URL: address('postgres', 'postgresql').optional(),
  WAL_ARCHIVE: z
    .string()
    .regex(/^\/[^\s'"\\%$`]+$/, 'an absolute path without spaces, quotes, %, $ and backslashes')
    .optional(),
  MQTT_URL: address('mqtt', 'mqtts').optional(),
  MQTT_UNPROTECTED: onOff.default(false),
  PUBLIC_URL: address('https', 'http').optional(),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  TLS_TERMINATED_ELSEWHERE: onOff.default(false),
  TRUSTED_PROXIES: networks.optional(),
  WEBHOOK_NETWORKS: networks.optional(),
  IDLE_MINUTES: wholeNumber(1, 1440).default(60),
  REQUEST_MINUTES: wholeNumber(1, 1440).default(120),
  SESSION_HOURS: wholeNumber(1, 720).default(12),
  CACHE_SECONDS: wholeNumber(0, 86_400).default(300),
  SMTP_URL: address('smtp', 'smtps').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, 'an address, like Steading <alarm@farm.example>')
    .default('Steading <alarm@steading.example>'),
  SMS_PROVIDER: provider('SMS').optional(),
  VOICE_PROVIDER: provider('VOICE').optional(),
  WHATSAPP_PROVIDER: provider('WHATSAPP').optional(),
  SMS_REPLIES: onOff.default(false),
  HELPDESK_EMAIL: z.email('an e-mail address').optional(),
  NOTIFY_BUDGET: wholeNumber(0, 1_000_000).default(200),
  NOTIFY_RESERVE: wholeNumber(0, 1_000_000).default(100),
  NOTIFY_COUNTRIES: dialCodes.optional(),
  HEARTBEAT_URL: address('https', 'http').optional(),
  EVENT_FILES: wholeNumber(0, 50).default(15),
  EVENT_FILE_MB: wholeNumber(1, 100).default(15),
  UPLOADS_PER_MINUTE: wholeNumber(1, 100_000).default(20),
  SEARCHES_PER_SECOND: wholeNumber(1, 10_000).default(10),
  DOCUMENT_SECONDS: wholeNumber(1, 600).default(10),
  DRILLS: onOff.default(true),
  WEATHER_PROVIDER: oneOf('open-meteo', 'meteoblue', 'off').default('open-meteo'),
  WEATHER_KEY: z
    .string()
    .regex(/^[\w-]{8,200}$/, 'a key of letters and digits')
    .optional(),
  WEATHER_URL: encrypted.optional(),
  WEATHER_CITIES_URL: encrypted.optional(),
  MAP_TILES: tiles.optional(),
  RETENTION: retention,
  METRICS_TOKEN: z.string().min(16, 'at least 16 characters').optional(),
  TENANT_ID: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'letters, digits, _, . and - alone')
    .default('1'),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  DEMO: onOff.default(false),
  DEMO_PASSWORD: z.string().min(6, 'at least 6 characters').max(128, 'at most 128 characters').optional(),
})

export type Config = z.output<typeof Settings> & {
  readonly dataDir: string
  /** Contents of the files TLS_CERT and TLS_KEY. */
  readonly tls: { readonly cert: string; readonly key: string } | null
}

export class InvalidSettings extends Error {
  constructor(lines: readonly string[]) {
    super(`These settings don't hold:\n${lines.map(line => `  ${line}`).join('\n')}`)
    this.name = 'BadSettings'
  }
}

/** Settings whose values may carry a password: named in messages, never shown. */
const SECRET = /PASSWORD|TOKEN|WEATHER_KEY|(SMS|VOICE|WHATSAPP)_PROVIDER|(DATABASE|MQTT|SMTP|HEARTBEAT)_URL$/

/** Reads the settings of an environment. Empty text counts as unset. @throws InvalidSettings with one line for each bad value */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([name, value]) => name in Settings.shape && value !== ''))
  const parsed = Settings.safeParse(given)
  if (!parsed.success)
    throw new InvalidSettings(
      [...new Map(parsed.error.issues.map(({ path, message }) => [String(path[0]), message]))].map(
        ([name, message]) => `${name}=${SECRET.test(name) ? '…' : given[name]}: ${message}`,
      ),
    )
  const config = parsed.data
  const lines: string[] = []
  const tls = readTlsIdentity(config, lines)
  if (!isLoopback(config.BIND) && !tls && !config.TLS_TERMINATED_ELSEWHERE)
    lines.push(`BIND=${config.BIND}: other than loopback only with TLS_CERT and TLS_KEY, or TLS_TERMINATED_ELSEWHERE=on`)
  if (config.WAL_ARCHIVE && config.DATABASE_URL)
    lines.push('WAL_ARCHIVE: of the embedded database alone; an external one has its own archive')
  if (config.DEMO && !isLoopback(config.BIND)) lines.push(`DEMO=on, BIND=${config.BIND}: the demo stays on loopback`)
  if (config.VOICE_PROVIDER && !config.PUBLIC_URL) lines.push('VOICE_PROVIDER: needs PUBLIC_URL, where key presses come in')
  if (config.WEATHER_PROVIDER === 'meteoblue' && !config.WEATHER_KEY) lines.push('WEATHER_PROVIDER=meteoblue: needs WEATHER_KEY')
  if (config.SMS_REPLIES && !config.PUBLIC_URL) lines.push('SMS_REPLIES=on: needs PUBLIC_URL, where replies come in')
  if (config.SMS_REPLIES && config.SMS_PROVIDER && isFromName(config.SMS_PROVIDER))
    lines.push('SMS_REPLIES=on, SMS_PROVIDER=…: nobody can reply to a name; give a number, from=%2B351…')
  lines.push(...portClashes(listenersOf({ ...config, tls })))
  if (lines.length > 0) throw new InvalidSettings(lines)
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

/** Certificate and key, verified to belong together. */
function readTlsIdentity({ TLS_CERT, TLS_KEY }: z.output<typeof Settings>, lines: string[]): Config['tls'] {
  if (!TLS_CERT && !TLS_KEY) return null
  if (!TLS_CERT || !TLS_KEY) {
    lines.push('TLS_CERT, TLS_KEY: give both or none')
    return null
  }
  try {
    const cert = readFileSync(TLS_CERT, 'utf8')
    const key = readFileSync(TLS_KEY, 'utf8')
    createSecureContext({ cert, key })
    return { cert, key }
  } catch (error) {
    lines.push(`TLS_CERT=${TLS_CERT}, TLS_KEY=${TLS_KEY}: ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}

/** Loads the settings and checks that the ports are free; explains an invalid setting and ends the process. */
export async function loadConfig(env: NodeJS.ProcessEnv): Promise<Config> {
  try {
    const config = readConfig(env)
    const taken = await portProblems(config)
    const wrong = taken.length > 0 ? taken : folderProblems(config)
    if (wrong.length > 0) throw new InvalidSettings(wrong)
    return config
  } catch (error) {
    if (!(error instanceof InvalidSettings)) throw error
    console.error(error.message)
    process.exit(2)
  }
}

/** Makes a folder and what is missing above it, step by step: asked for all at once, Node never comes back from /proc. */
function makeFolder(dir: string): void {
  if (!statSync(dirname(dir), { throwIfNoEntry: false })) makeFolder(dirname(dir))
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) mkdirSync(dir, { mode: 0o711 })
}

/** Checks that the data folder exists or can be created, and is writable. */
function folderProblems({ dataDir }: Config): string[] {
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

/** Base URL of links in messages: the configured one, else the bound address; never the Host header of a request. */
export const publicUrl = (config: Config): string =>
  (config.PUBLIC_URL ?? `http://${config.BIND.includes(':') ? `[${config.BIND}]` : config.BIND}:${config.HTTP_PORT}`).replace(
    /\/$/,
    '',
  )
