import { z } from 'zod'
import { resolve } from 'node:path'
import { isLoopback } from './loopback.ts'

const on = z
  .enum(['on', 'off', 'true', 'false', '1', '0', 'yes', 'no'])
  .transform(word => word === 'on' || word === 'true' || word === '1' || word === 'yes')
const port = z.coerce.number().int().min(0).max(65_535)
const address = (schemes: readonly string[]) =>
  z.url({
    protocol: new RegExp(`^(${schemes.join('|')})$`),
    error: `an address that starts with ${schemes.map(s => `${s}://`).join(' or ')}`,
  })

/** Every setting, its default and its bounds; docs and README tell the same table. */
const Settings = z.object({
  HTTP_PORT: port.default(8080),
  MQTT_PORT: port.default(1883),
  MQTTS_PORT: port.default(8883),
  BIND: z.union([z.ipv4(), z.ipv6()], { error: 'an IP address' }).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.steading'),
  DATABASE_URL: address(['postgres', 'postgresql']).optional(),
  MQTT_URL: address(['mqtt', 'mqtts']).optional(),
  PUBLIC_URL: address(['http', 'https']).optional(),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  TLS_TERMINATED_ELSEWHERE: on.default(false),
  IDLE_MINUTES: z.coerce.number().int().min(1).max(1440).default(60),
  REQUEST_MINUTES: z.coerce.number().int().min(1).max(1440).default(120),
  SESSION_HOURS: z.coerce.number().int().min(1).max(720).default(12),
  CACHE_SECONDS: z.coerce.number().int().min(0).max(86_400).default(300),
  SMTP_URL: address(['smtp', 'smtps']).optional(),
  MAIL_FROM: z.string().default('Steading <alarm@steading.example>'),
  SMS_PROVIDER: z.string().optional(),
  VOICE_PROVIDER: z.string().optional(),
  WHATSAPP_PROVIDER: z.string().optional(),
  HELPDESK_EMAIL: z.email().optional(),
  NOTIFY_BUDGET: z.coerce.number().int().min(0).default(200),
  HEARTBEAT_URL: address(['http', 'https']).optional(),
  EVENT_FILES: z.coerce.number().int().min(0).max(50).default(15),
  EVENT_FILE_MB: z.coerce.number().int().min(1).max(100).default(15),
  WEATHER_PROVIDER: z.string().default('open-meteo'),
  MAP_TILES: z.string().optional(),
  METRICS_TOKEN: z.string().min(16, 'at least 16 characters').optional(),
  TENANT_ID: z.string().min(1).default('1'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DEMO: on.default(false),
  DEMO_PASSWORD: z.string().min(6, 'at least 6 characters').max(128).optional(),
})

export type Config = z.output<typeof Settings> & { readonly dataDir: string }

export class BadSettings extends Error {
  constructor(lines: readonly string[]) {
    super(`These settings don't hold:\n${lines.map(line => `  ${line}`).join('\n')}`)
    this.name = 'BadSettings'
  }
}

/** Settings whose values may carry a password: named in messages, never shown. */
const SECRET = /PASSWORD|TOKEN|_URL$/

/** Reads the settings of an environment; throws BadSettings with one line for each bad value. Empty text counts as unset. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([name, value]) => name in Settings.shape && value !== ''))
  const parsed = Settings.safeParse(given)
  if (!parsed.success)
    throw new BadSettings(
      parsed.error.issues.map(({ path, message }) => {
        const name = String(path[0])
        return `${name}=${SECRET.test(name) ? '…' : given[name]}: ${message}`
      }),
    )
  const config = parsed.data
  const lines: string[] = []
  const tls = Boolean(config.TLS_CERT && config.TLS_KEY)
  if (Boolean(config.TLS_CERT) !== Boolean(config.TLS_KEY)) lines.push('TLS_CERT, TLS_KEY: give both or none')
  if (!isLoopback(config.BIND) && !tls && !config.TLS_TERMINATED_ELSEWHERE)
    lines.push(`BIND=${config.BIND}: other than loopback only with TLS_CERT and TLS_KEY, or TLS_TERMINATED_ELSEWHERE=on`)
  if (config.DEMO && !isLoopback(config.BIND)) lines.push(`DEMO=on, BIND=${config.BIND}: the demo stays on loopback`)
  if (lines.length > 0) throw new BadSettings(lines)
  return { ...config, dataDir: resolve(config.DATA_DIR) }
}

/** Where mailed links point: configured, else the bound address. Never what a caller says. */
export const publicUrl = (config: Config): string =>
  (config.PUBLIC_URL ?? `http://${config.BIND.includes(':') ? `[${config.BIND}]` : config.BIND}:${config.HTTP_PORT}`).replace(
    /\/$/,
    '',
  )
