import { expect, test } from 'vitest'
import { publicUrl, readConfig, settingWarnings } from './config.ts'
import { RETENTION_DAYS } from './retention.ts'

test('listens on loopback without demo by default', () => {
  expect(readConfig({})).toMatchObject({
    HTTP_PORT: 8080,
    MQTT_PORT: 1883,
    BIND: '127.0.0.1',
    TENANT_ID: '1',
    DEMO: false,
    IDLE_MINUTES: 60,
  })
  expect(readConfig({ HTTP_PORT: '', DATA_DIR: 'x', UNKNOWN: 'ignored' }).dataDir).toMatch(/\/x$/)
})

test.each([
  [{ HTTP_PORT: '80x' }, 'HTTP_PORT=80x: a whole number from 0 to 65535'],
  [{ HTTP_PORT: '70000' }, 'HTTP_PORT=70000: a whole number from 0 to 65535'],
  [{ MQTT_PORT: '0x1F' }, 'MQTT_PORT=0x1F: a whole number'],
  [{ MQTTS_PORT: '-1' }, 'MQTTS_PORT=-1: a whole number'],
  [{ BIND: 'everywhere' }, 'BIND=everywhere: an IP address'],
  [{ BIND: '0.0.0.0' }, 'BIND=0.0.0.0: other than loopback only with TLS'],
  [{ BIND: '0.0.0.0', DEMO: 'on', TLS_TERMINATED_ELSEWHERE: 'on' }, 'the demo stays on loopback'],
  [{ TLS_CERT: 'a.pem' }, 'TLS_CERT, TLS_KEY: give both or none'],
  [{ TLS_CERT: '/nowhere.pem', TLS_KEY: '/nowhere.key' }, 'TLS_CERT=/nowhere.pem, TLS_KEY=/nowhere.key: ENOENT'],
  [{ TLS_CERT: 'README.md', TLS_KEY: 'README.md' }, 'TLS_CERT=README.md, TLS_KEY=README.md: '],
  [{ TLS_TERMINATED_ELSEWHERE: 'perhaps' }, 'TLS_TERMINATED_ELSEWHERE=perhaps: on or off'],
  [{ TRUSTED_PROXIES: 'proxy' }, 'TRUSTED_PROXIES=proxy: addresses or networks with commas'],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES=10.0.0.0/33: addresses or networks'],
  [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL=…: an address that starts with postgres://'],
  [{ MQTT_URL: 'http://x' }, 'MQTT_URL=…: an address that starts with mqtt:// or mqtts://'],
  [{ PUBLIC_URL: 'farm' }, 'PUBLIC_URL=farm: an address that starts with https:// or http://'],
  [{ SMTP_URL: 'mail' }, 'SMTP_URL=…: an address that starts with smtp:// or smtps://'],
  [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM=nobody: an address, like'],
  [{ MAIL_FROM: 'A <a@b.example>\nBcc: c@d.example' }, 'MAIL_FROM='],
  [{ SMS_PROVIDER: 'twilio' }, 'SMS_PROVIDER=…: an address like twilio://SID:TOKEN@'],
  [{ SMS_PROVIDER: 'webhook://gate.example' }, 'SMS_PROVIDER=…: an address like'],
  [{ SMS_PROVIDER: 'twilio://api.twilio.com?from=%2B351210000000' }, 'SMS_PROVIDER=…: Twilio’s account SID and token'],
  [{ SMS_PROVIDER: 'twilio://A:secret@api.twilio.com?from=12' }, 'SMS_PROVIDER=…: from=%2B351… with the number that messages'],
  [{ SMS_PROVIDER: 'twilio://A:secret@api.twilio.com?from=%2B351210000000&x=1' }, 'SMS_PROVIDER=…: nothing but from'],
  [{ SMS_PROVIDER: 'webhook+http://gate.example/x' }, 'SMS_PROVIDER=…: other than on this machine by https alone'],
  [{ VOICE_PROVIDER: 'twilio://A:secret@api.twilio.com?from=Farm' }, 'VOICE_PROVIDER=…: from=%2B351… with the number that it'],
  [{ VOICE_PROVIDER: 'webhook+https://gate.example/x' }, 'VOICE_PROVIDER: needs PUBLIC_URL'],
  [
    {
      SMS_PROVIDER: 'twilio://A:secret@api.twilio.com?from=Farm',
      SMS_REPLIES: 'on',
      PUBLIC_URL: 'https://farm.example',
    },
    'SMS_REPLIES=on, SMS_PROVIDER=…: nobody can reply to a name',
  ],
  [{ WHATSAPP_PROVIDER: 'x' }, 'WHATSAPP_PROVIDER=…: an address like'],
  [
    { WHATSAPP_PROVIDER: 'twilio://A:secret@api.twilio.com?from=%2B351210000000&template=HX1' },
    'WHATSAPP_PROVIDER=…: template=HX… with the 32 digits',
  ],
  [
    { SMS_PROVIDER: `twilio://A:secret@api.twilio.com?from=%2B351210000000&template=HX${'0'.repeat(32)}` },
    'SMS_PROVIDER=…: nothing but from after the ?',
  ],
  [{ NOTIFY_RESERVE: 'x' }, 'NOTIFY_RESERVE=x: a whole number'],
  [{ NOTIFY_COUNTRIES: '351;34' }, 'NOTIFY_COUNTRIES=351;34: dial codes with commas'],
  [{ HELPDESK_EMAIL: 'desk' }, 'HELPDESK_EMAIL=desk: an e-mail address'],
  [{ NOTIFY_BUDGET: '-5' }, 'NOTIFY_BUDGET=-5: a whole number'],
  [{ HEARTBEAT_URL: 'x' }, 'HEARTBEAT_URL=…: an address'],
  [{ EVENT_FILES: '51' }, 'EVENT_FILES=51: a whole number from 0 to 50'],
  [{ EVENT_FILE_MB: '0' }, 'EVENT_FILE_MB=0: a whole number from 1 to 100'],
  [{ WEATHER_PROVIDER: 'x' }, 'WEATHER_PROVIDER=x: one of open-meteo, meteoblue, off'],
  [{ WEATHER_PROVIDER: 'meteoblue' }, 'WEATHER_PROVIDER=meteoblue: needs WEATHER_KEY'],
  [{ WEATHER_KEY: 'a b' }, 'WEATHER_KEY=…: a key of letters and digits'],
  [{ WEATHER_URL: 'http://weather.example/' }, 'WEATHER_URL=http://weather.example/: other than on this machine by https'],
  [{ WEATHER_URL: 'weather' }, 'WEATHER_URL=weather: an address that starts with'],
  [{ WEATHER_CITIES_URL: 'ftp://weather.example/' }, 'WEATHER_CITIES_URL=ftp://weather.example/: an address that starts with'],
  [{ MAP_TILES: 'foo' }, 'MAP_TILES=foo: an address with {z}'],
  [{ MAP_TILES: 'https://tiles.example/' }, 'MAP_TILES=https://tiles.example/: an address with {z}, {x} and {y}'],
  [{ TENANT_ID: 'a b' }, 'TENANT_ID=a b: letters'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL=loud: one of fatal'],
  [{ DEMO: 'perhaps' }, 'DEMO=perhaps: on or off'],
  [{ DEMO_PASSWORD: 'abc' }, 'DEMO_PASSWORD=…: at least 6 characters'],
  [{ IDLE_MINUTES: '0' }, 'IDLE_MINUTES=0: a whole number from 1 to 1440'],
  [{ REQUEST_MINUTES: '1.5' }, 'REQUEST_MINUTES=1.5: a whole number'],
  [{ SESSION_HOURS: '721' }, 'SESSION_HOURS=721: a whole number from 1 to 720'],
  [{ CACHE_SECONDS: 'x' }, 'CACHE_SECONDS=x: a whole number'],
  [{ RETENTION: 'milk=3' }, 'RETENTION=milk=3: days by table, like journal=60'],
  [{ RETENTION: 'journal=3' }, 'RETENTION=journal=3: journal: at least 7 days'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN=…: at least 16 characters'],
])('refuses %j with its name and the expected value', (env, message) => expect(() => readConfig(env)).toThrow(message))

test('accepts a value for every setting', () => {
  expect(
    readConfig({
      MAP_TILES: 'https://tiles.example/{z}/{x}/{y}.png',
      MAIL_FROM: 'alarm@farm.example',
      WEATHER_PROVIDER: 'meteoblue',
      WEATHER_KEY: 'abcdef12345',
      WEATHER_URL: 'http://127.0.0.1:9000/forecast',
      WEATHER_CITIES_URL: 'https://weather.example/search',
      TENANT_ID: 'acme',
      DEMO: 'yes',
      PUBLIC_URL: 'https://farm.example',
      HELPDESK_EMAIL: 'desk@farm.example',
    }),
  ).toMatchObject({ TENANT_ID: 'acme', DEMO: true, tls: null })
})

test('parses providers and dial codes', () => {
  const read = readConfig({
    SMS_PROVIDER: 'twilio://AC1:tok%2Fen@api.twilio.com?from=+351210000000',
    WHATSAPP_PROVIDER: 'webhook+https://u:p@gate.example:8443/path?x=1',
    NOTIFY_COUNTRIES: '351, +34',
  })
  expect([read.SMS_PROVIDER, read.WHATSAPP_PROVIDER, read.NOTIFY_COUNTRIES]).toEqual([
    { kind: 'twilio', url: 'https://api.twilio.com', user: 'AC1', password: 'tok/en', from: '+351210000000' },
    { kind: 'webhook', url: 'https://gate.example:8443/path?x=1', user: 'u', password: 'p', from: '' },
    ['351', '34'],
  ])
})

test('refuses a sender name where recipients are asked to reply', () => {
  const PUBLIC_URL = 'https://farm.example'
  const named = 'twilio://A:secret@api.twilio.com?from=Farm'
  expect(readConfig({ SMS_PROVIDER: named, PUBLIC_URL }).SMS_PROVIDER?.from).toBe('Farm')
  for (const SMS_PROVIDER of ['twilio://A:secret@api.twilio.com?from=%2B351210000000', 'webhook+https://gate.example/x'])
    expect(readConfig({ SMS_PROVIDER, SMS_REPLIES: 'on', PUBLIC_URL }).SMS_REPLIES).toBe(true)
})

test('reports all invalid values at once', () => {
  expect(() => readConfig({ HTTP_PORT: 'x', MQTT_PORT: 'y' })).toThrow(/HTTP_PORT=x[\s\S]*MQTT_PORT=y/)
})

test('links to the configured host, else to the bound address', () => {
  expect(publicUrl(readConfig({ PUBLIC_URL: 'https://farm.example/' }))).toBe('https://farm.example')
  expect(publicUrl(readConfig({ HTTP_PORT: '9000' }))).toBe('http://127.0.0.1:9000')
  expect(publicUrl(readConfig({ BIND: '::1' }))).toBe('http://[::1]:8080')
})

test('warns when TLS ends elsewhere and no proxy is trusted', () => {
  const warnings = (env: Record<string, string>) => settingWarnings(readConfig(env))
  expect(warnings({ TLS_TERMINATED_ELSEWHERE: 'on' })).toEqual([expect.stringContaining('Set TRUSTED_PROXIES')])
  expect(warnings({ TLS_TERMINATED_ELSEWHERE: 'on', TRUSTED_PROXIES: '127.0.0.1' })).toEqual([])
  expect(warnings({})).toEqual([])
})

test('RETENTION changes the days of single tables', () => {
  const { RETENTION } = readConfig({ RETENTION: 'journal=60, history=3650' })
  expect(RETENTION).toEqual({ ...RETENTION_DAYS, journal: 60, history: 3650 })
  expect(readConfig({}).RETENTION).toEqual(RETENTION_DAYS)
})
