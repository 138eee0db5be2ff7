import { expect, test } from 'vitest'
import { publicUrl, readConfig } from './config.ts'

test('without settings everything is loopback and no demo', () => {
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
  [{ HTTP_PORT: '80x' }, 'HTTP_PORT=80x'],
  [{ HTTP_PORT: '70000' }, 'HTTP_PORT=70000'],
  [{ BIND: 'everywhere' }, 'BIND=everywhere: an IP address'],
  [{ BIND: '0.0.0.0' }, 'BIND=0.0.0.0: other than loopback only with TLS'],
  [{ BIND: '0.0.0.0', DEMO: 'on', TLS_TERMINATED_ELSEWHERE: 'on' }, 'the demo stays on loopback'],
  [{ TLS_CERT: 'a.pem' }, 'TLS_CERT, TLS_KEY: give both or none'],
  [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL=…: an address that starts with postgres://'],
  [{ SMTP_URL: 'mail' }, 'SMTP_URL=…'],
  [{ DEMO: 'perhaps' }, 'DEMO=perhaps'],
  [{ DEMO_PASSWORD: 'abc' }, 'DEMO_PASSWORD'],
  [{ IDLE_MINUTES: '0' }, 'IDLE_MINUTES=0'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN=…: at least 16 characters'],
])('%j is refused with its name', (env, message) => expect(() => readConfig(env)).toThrow(message))

test('all bad values are told at once', () => {
  expect(() => readConfig({ HTTP_PORT: 'x', MQTT_PORT: 'y' })).toThrow(/HTTP_PORT=x[\s\S]*MQTT_PORT=y/)
})

test('links point to the configured host, else to the bound address', () => {
  expect(publicUrl(readConfig({ PUBLIC_URL: 'https://farm.example/' }))).toBe('https://farm.example')
  expect(publicUrl(readConfig({ HTTP_PORT: '9000' }))).toBe('http://127.0.0.1:9000')
  expect(publicUrl(readConfig({ BIND: '::1' }))).toBe('http://[::1]:8080')
})
